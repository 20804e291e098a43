"""What an audit finds: faults with their next step, and figures."""

from dataclasses import dataclass, field

# What is checked, by the name in the table, in its order.
CHECKS = {
    "folder": "the folders are complete, and what the spec shows is true",
    "ties": "rules, tests and mistakes hold together",
    "answers": "the stub fails, the reference and the alternatives pass, every mistake is told apart",
    "mutants": "no mutant behaves differently and passes",
    "branches": "tests and scenarios each take every branch of the reference",
    "steady": "the same verdicts in any order, with any hash seed, and for code that merely looks different",
    "time": "the tests are quick, and their limits generous",
    "contract": "spec, stub and reference say the same",
}


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: `what` in a sentence without its full stop, the `next` step, and `more` lines."""

    what: str
    next: str
    more: tuple[str, ...] = ()


@dataclass(frozen=True)
class Mutants:
    """How the mutants of a problem's solutions came out. `same` ones behave alike on every scenario."""

    tried: int = 0
    caught: int = 0
    same: int = 0
    holes: int = 0

    def __add__(self, other: "Mutants") -> "Mutants":
        return Mutants(
            self.tried + other.tried, self.caught + other.caught, self.same + other.same, self.holes + other.holes
        )


@dataclass
class Findings:
    """What one part of an audit has found: the faults of each check that it made, and what it counted."""

    faults: dict[str, list[Fault]] = field(default_factory=dict)
    mutants: Mutants = field(default_factory=Mutants)

    def made(self, check: str, faults: list[Fault]) -> None:
        """Take down that `check` was made, and what it found."""
        self.faults.setdefault(check, []).extend(faults)
