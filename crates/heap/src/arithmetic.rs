//! Subtraction games whose amounts come from number theory.

/// Which amounts may be taken from a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Amounts {
    /// The squares from 1 on.
    Squares,
    /// The cubes from 1 on.
    Cubes,
    /// The triangular numbers 1, 3, 6, ….
    Triangular,
    /// The primes.
    Primes,
    /// 1 and the primes.
    PrimesAndOne,
    /// The Fibonacci numbers 1, 2, 3, 5, ….
    Fibonacci,
    /// The powers 1, b, b^2, … of a base.
    Powers(u64),
    /// The factorials 1, 2, 6, ….
    Factorials,
    /// Any divisor of the heap's size, the size included.
    Divisors,
    /// Any divisor of the heap's size below the size.
    ProperDivisors,
    /// Any amount from 1 to the heap's size with no common factor with the size.
    Coprime,
    /// Any amount below the heap's size that does not divide it.
    NotDividing,
}

impl Amounts {
    /// The names that a game can be called by, with their amounts.
    pub const NAMED: [(&'static str, Amounts); 12] = [
        ("subtract-a-square", Amounts::Squares),
        ("subtract-a-cube", Amounts::Cubes),
        ("subtract-a-triangular-number", Amounts::Triangular),
        ("subtract-a-prime", Amounts::Primes),
        ("subtract-prime-or-1", Amounts::PrimesAndOne),
        ("subtract-a-fibonacci", Amounts::Fibonacci),
        ("subtract-a-power-of-2", Amounts::Powers(2)),
        ("subtract-a-factorial", Amounts::Factorials),
        ("subtract-a-divisor", Amounts::Divisors),
        ("subtract-a-proper-divisor", Amounts::ProperDivisors),
        ("subtract-coprime", Amounts::Coprime),
        ("subtract-a-nondivisor", Amounts::NotDividing),
    ];

    /// The amounts that may be taken from a heap of `n`, ascending. Cost O(n) at most.
    ///
    /// ```
    /// use bouton_heap::Amounts;
    /// assert_eq!(Amounts::Squares.of(10), [1, 4, 9]);
    /// assert_eq!(Amounts::ProperDivisors.of(12), [1, 2, 3, 4, 6]);
    /// assert_eq!(Amounts::Coprime.of(8), [1, 3, 5, 7]);
    /// ```
    pub fn of(self, n: u64) -> Vec<u64> {
        match self {
            Amounts::Divisors => (1..=n).filter(|d| n.is_multiple_of(*d)).collect(),
            Amounts::ProperDivisors => (1..n).filter(|d| n.is_multiple_of(*d)).collect(),
            Amounts::NotDividing => (1..n).filter(|d| !n.is_multiple_of(*d)).collect(),
            Amounts::Coprime => (1..=n).filter(|&a| gcd(a, n) == 1).collect(),
            fixed => fixed.fixed(n),
        }
    }

    /// True if [`Amounts::of`] a heap of `n` is a list of bearable length that is made in bearable time: up to 2^26 steps.
    pub fn listed(self, n: u64) -> bool {
        match self {
            Amounts::Squares | Amounts::Triangular => n <= 1 << 50,
            Amounts::Cubes | Amounts::Fibonacci | Amounts::Powers(_) | Amounts::Factorials => true,
            _ => n <= 1 << 26,
        }
    }

    /// True if the amounts do not depend on the heap.
    pub fn is_fixed(self) -> bool {
        !matches!(
            self,
            Amounts::Divisors | Amounts::ProperDivisors | Amounts::NotDividing | Amounts::Coprime
        )
    }

    /// The fixed amounts up to `most`.
    fn fixed(self, most: u64) -> Vec<u64> {
        let up_to = |next: &mut dyn FnMut() -> Option<u64>| {
            std::iter::from_fn(next)
                .take_while(|&a| a <= most)
                .collect()
        };
        let mut i = 0u64;
        let mut counting = |f: fn(u64) -> Option<u64>| {
            up_to(&mut || {
                i += 1;
                f(i)
            })
        };
        match self {
            Amounts::Squares => counting(|i| i.checked_pow(2)),
            Amounts::Cubes => counting(|i| i.checked_pow(3)),
            Amounts::Triangular => counting(|i| i.checked_mul(i + 1).map(|x| x / 2)),
            Amounts::Primes => primes(most),
            Amounts::PrimesAndOne if most == 0 => Vec::new(),
            Amounts::PrimesAndOne => [vec![1], primes(most)].concat(),
            Amounts::Fibonacci => {
                let mut pair = (Some(1u64), Some(2u64));
                up_to(&mut || {
                    let now = pair.0?;
                    pair = (pair.1, pair.1.and_then(|b| now.checked_add(b)));
                    Some(now)
                })
            }
            Amounts::Powers(base) => {
                let mut power = Some(1u64);
                up_to(&mut || {
                    let now = power?;
                    power = now.checked_mul(base).filter(|&next| next > now);
                    Some(now)
                })
            }
            Amounts::Factorials => {
                let (mut product, mut factor) = (Some(1u64), 1u64);
                up_to(&mut || {
                    let now = product?;
                    factor += 1;
                    product = now.checked_mul(factor);
                    Some(now)
                })
            }
            _ => Vec::new(),
        }
    }
}

fn primes(most: u64) -> Vec<u64> {
    let len = most as usize + 1;
    let mut composite = vec![false; len];
    let mut out = Vec::new();
    for n in 2..len {
        if !composite[n] {
            out.push(n as u64);
            for multiple in (n * n..len).step_by(n) {
                composite[multiple] = true;
            }
        }
    }
    out
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_from_their_definitions() {
        let is_square = |a: u64| (1..=a).any(|i| i * i == a);
        let is_prime = |a: u64| (1..=a).filter(|d| a.is_multiple_of(*d)).count() == 2;
        for n in 0..200u64 {
            let all = |f: &dyn Fn(u64) -> bool| (1..=n).filter(|&a| f(a)).collect::<Vec<u64>>();
            assert_eq!(Amounts::Squares.of(n), all(&is_square));
            assert_eq!(
                Amounts::Cubes.of(n),
                all(&|a| (1..=a).any(|i| i * i * i == a))
            );
            assert_eq!(Amounts::Triangular.of(n), all(&|a| is_square(8 * a + 1)));
            assert_eq!(Amounts::Primes.of(n), all(&is_prime));
            assert_eq!(Amounts::PrimesAndOne.of(n), all(&|a| a == 1 || is_prime(a)));
            assert_eq!(Amounts::Powers(2).of(n), all(&u64::is_power_of_two));
            // m is a Fibonacci number iff 5 m^2 + 4 or 5 m^2 - 4 is a square.
            let fib = |a: u64| is_square_fast(5 * a * a + 4) || is_square_fast(5 * a * a - 4);
            assert_eq!(Amounts::Fibonacci.of(n), all(&fib));
            let coprime = |a: u64| (2..=n).all(|d| !a.is_multiple_of(d) || n % d != 0);
            assert_eq!(Amounts::Coprime.of(n), all(&coprime));
        }
        assert_eq!(Amounts::Factorials.of(u64::MAX).len(), 20);
        assert_eq!(
            Amounts::Fibonacci.of(u64::MAX - 1).last(),
            Some(&12200160415121876738)
        );
        assert_eq!(Amounts::Powers(2).of(u64::MAX).len(), 64);
    }

    fn is_square_fast(a: u64) -> bool {
        a.isqrt().pow(2) == a
    }
}
