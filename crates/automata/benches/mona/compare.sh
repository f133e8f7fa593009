#!/bin/sh
# CPU seconds of 100 processes each: MONA and this crate, the same proofs (Debian package mona).
# Usage, from the workspace root: crates/automata/benches/mona/compare.sh
set -e
cargo bench -q -p bouton-automata --bench proofs --no-run
bench=$(ls -t target/release/deps/proofs-* | grep -v '\.d$' | head -n 1)
folder=$(dirname "$0")
cpu() { # the user and system seconds of the children of a shell that runs the command 100 times
    sh -c 'i=0; while [ $i -lt 100 ]; do "$@" >/dev/null; i=$((i+1)); done; times' sh "$@" | tail -n 1
}
for name in nim eight moore lasker coupled; do
    echo "$name: mona $(cd "$folder" && cpu mona -q $name.mona); bouton $(cpu "$bench" once $name)"
done
