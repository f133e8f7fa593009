// Boards that can be clicked, hints that stay, long answers that arrive while you look, and rules that are read while you type.
// Pages work without it: moves are links, answers have an address of their own.

const moves = [...document.querySelectorAll("#moves a")].map((link) => ({
  link, cells: (link.dataset.cells || "").split(" ").filter(Boolean),
}));
const places = [...document.querySelectorAll("[data-place]")];
let chosen = [];

const matches = () => moves.filter((m) => chosen.every((c) => m.cells.includes(c)) && (chosen.length === 0 || m.cells[0] === chosen[0] || !moves.some((o) => o.cells[0] === chosen[0])));

function paint() {
  const open = matches();
  for (const place of places) {
    const name = place.dataset.place;
    place.classList.toggle("chosen", chosen.includes(name));
    place.classList.toggle("target", chosen.length > 0 && !chosen.includes(name) && open.some((m) => m.cells.includes(name)));
  }
  for (const m of moves) m.link.parentElement.style.opacity = chosen.length && !open.includes(m) ? 0.35 : 1;
}

function choose(name) {
  chosen = chosen.includes(name) ? chosen.filter((c) => c !== name) : [...chosen, name];
  let open = matches();
  if (open.length === 0) { chosen = [name]; open = matches(); }
  if (open.length === 0) chosen = [];
  const whole = open.filter((m) => m.cells.length === chosen.length);
  if (chosen.length && whole.length === 1 && open.length === 1) { location.href = whole[0].link.href; return; }
  if (chosen.length && open.length === 1 && chosen.length > 0) { location.href = open[0].link.href; return; }
  paint();
}

for (const place of places) {
  place.addEventListener("click", () => choose(place.dataset.place));
  place.addEventListener("keydown", (e) => {
    if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(place.dataset.place); }
    if (e.key === "Escape") { chosen = []; paint(); }
  });
}

document.addEventListener("keydown", (e) => {
  if (e.target.matches("input, textarea")) return;
  if (e.key === "u") document.querySelector("a[rel=prev]")?.click();
  if (e.key === "r") document.querySelector("a[rel=next]")?.click();
});

const hints = document.getElementById("hints");
if (hints) {
  hints.checked = localStorage.getItem("hints") === "1";
  const show = () => document.body.classList.toggle("hints", hints.checked);
  hints.addEventListener("change", () => { localStorage.setItem("hints", hints.checked ? "1" : "0"); show(); });
  show();
}

const answer = document.getElementById("answer");
if (answer) {
  const wait = new AbortController();
  const started = Date.now();
  answer.innerHTML = "";
  const status = document.createElement("p");
  const stop = document.createElement("button");
  stop.textContent = "Stop";
  stop.addEventListener("click", () => wait.abort());
  answer.append(status, stop);
  const tick = () => { status.textContent = `Thinking for ${Math.round((Date.now() - started) / 1000)} s`; };
  tick();
  const timer = setInterval(tick, 1000);
  fetch(answer.dataset.answer, { signal: wait.signal })
    .then(async (response) => {
      const text = await response.text();
      const page = new DOMParser().parseFromString(text, "text/html");
      const said = page.querySelector("[role=alert]");
      if (!response.ok && said) answer.replaceChildren(said);
      else answer.replaceChildren(...page.body.childNodes);
      const list = document.getElementById("moves");
      const order = [...answer.querySelectorAll(".judged li")];
      for (const judged of order) {
        const item = list && [...list.children].find((li) => li.dataset.to === judged.dataset.to);
        if (!item) continue;
        item.classList.add(judged.dataset.verdict);
        item.querySelector(".result").textContent = judged.textContent;
        if (hints?.checked) list.append(item);
      }
    })
    .catch(() => { answer.textContent = "Stopped."; })
    .finally(() => clearInterval(timer));
  addEventListener("pagehide", () => wait.abort());
}

const rules = document.getElementById("rules");
if (rules) {
  const fault = document.getElementById("fault");
  let timer;
  rules.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const response = await fetch("/rules/fault", { method: "POST", body: new URLSearchParams({ rules: rules.value }) });
      if (!response.ok) return;
      fault.textContent = await response.text();
      rules.setAttribute("aria-invalid", fault.textContent ? "true" : "false");
    }, 250);
  });
}
