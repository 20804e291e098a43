"""Attempts that leave, hang, crash, eat, tamper, lie, read or write where they should not: each gets its verdict.

Every file in hostile/ is one attempt. The comments at its top say what becomes of it: the `verdict`, what its message
`says` (a regular expression), and how many tests it `costs`. Where a file has no solution of its own, the right one is
added, and `attack` is called in one test.

All of them are judged in forks, and some of each kind in spawned processes, too; EVERY_WAY=1 has all of them spawned.
"""

import functools
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge import start
from judge.sandbox import is_sandboxed
from tests.support import environment, make_checkout

HOSTILE = Path(__file__).resolve().parent / "hostile"
NAMES = sorted(path.stem for path in HOSTILE.glob("*.py"))
TESTS = 10
SLOWEST = 10.0  # seconds
LARGEST = 300  # MiB
SIDE_BY_SIDE = 2  # processes
REFERENCE_EVERY = 8  # attempts

SOLUTION = """

def one_turn(reply, step, max_steps):
    if reply == "" and "attack" in globals():
        given = attack()
        if given is not None:
            return given
    if not 1 <= step <= max_steps:
        raise ValueError(step)
    if not reply.startswith("call "):
        return {"stop_reason": "final", "output": reply, "steps": step}
    return {"stop_reason": "max_steps" if step == max_steps else None, "output": None, "steps": step}
"""

# These kinds are kept in bounds by the kernel, and run free where it has nothing to offer.
CONFINED = ("processes", "reading", "writing", "eating_disk", "eating_memory_in", "tampering_with_the_parent")

# Files as editors, disks and people break them: the content (or what to make in its place), and what the verdict says.
BROKEN: dict[str, tuple[bytes | Callable[[Path], object], str]] = {
    "latin_1": ("# größer\n".encode("latin-1") + SOLUTION.encode(), "is not UTF-8 text"),
    "utf_16": (SOLUTION.encode("utf-16"), "NUL bytes"),
    "wrong_coding_line": (b"# coding: klingon\n" + SOLUTION.encode(), "klingon"),
    "coding_that_is_no_text": (b"# coding: base64\n" + SOLUTION.encode(), "is not UTF-8 text"),
    "coding_line_that_lies": ("# coding: ascii\n# größer\n".encode() + SOLUTION.encode(), "is not UTF-8 text"),
    "nul_bytes": (SOLUTION.encode() + b"\0", "NUL bytes"),
    "empty": (b"", "is empty"),
    "white_space": (b" \r\n\t\n", "is empty"),
    "only_a_byte_order_mark": (b"\xef\xbb\xbf", "is empty"),
    "only_a_comment": (b"# later\n", "has no function one_turn"),
    "three_megabytes": (b"#" * 3_000_000 + SOLUTION.encode(), "larger than 2 MB"),
    "syntax_error": (b"def one_turn(reply, step, max_steps)\n    return 1\n", "line 1: expected ':'"),
    "mixed_tabs": (b"def one_turn():\n        x = 1\n\treturn x\n", "line 3: .*tabs"),
    "deep_parentheses": (b"x = " + b"(" * 5_000 + b")" * 5_000, "too many nested parentheses"),
    "deep_operators": (b"x = " + b"-" * 900_000 + b"1\n", "too deep|too complex|SIGSEGV|MemoryError"),
    "line_of_a_megabyte": (b"x = 0" + b"+1" * 500_000 + b"\n", "too deep|too complex|SIGSEGV|MemoryError"),
    "huge_number": (b"x = " + b"9" * 100_000 + b"\n", "digits"),
    "steering_the_terminal": (b"def \x1b[2J10 of 10 passed\n", r"(?s)line 1: .*\\x1b\[2J"),
    "folder": (Path.mkdir, "is a folder"),
    "missing": (lambda path: None, "does not exist"),
    "dangling_link": (lambda path: path.symlink_to("gone"), "link to a file that is gone"),
    "link_to_itself": (lambda path: path.symlink_to(path), "link to a file that is gone|cannot be read|does not exist"),
    "pipe": (lambda path: os.mkfifo(path), "no ordinary file"),
    "endless_device": (lambda path: path.symlink_to("/dev/zero"), "no ordinary file"),
}
# And some that only look broken.
SOUND = {
    "byte_order_mark": b"\xef\xbb\xbf" + SOLUTION.encode(),
    "windows_line_ends": SOLUTION.replace("\n", "\r\n").encode(),
    "byte_order_mark_and_windows_line_ends": b"\xef\xbb\xbf" + SOLUTION.replace("\n", "\r\n").encode(),
    "old_mac_line_ends": SOLUTION.replace("\n", "\r").encode(),
    "no_newline_at_the_end": SOLUTION.rstrip("\n").encode(),
    "latin_1_and_says_so": "# coding: latin-1\n# größer\n".encode("latin-1") + SOLUTION.encode(),
    "form_feed": b"\x0c" + SOLUTION.encode(),
    "odd 'name' with \"letters\" \u00df\n\u2028 and %s {x}": SOLUTION.encode(),
}


# These are judged in spawned processes as well: each kind, and each way in which a process can be lost.
SPAWNED = (
    *("crashing_by_abort", "crashing_at_import", "crashing_by_deep_recursion"),
    *("eating_memory_by_a_list", "eating_output_by_its_descriptor", "eating_descriptors", "eating_disk_by_many_files"),
    *("hanging_in_a_loop", "hanging_with_all_signals_blocked", "hanging_at_exit"),
    *("harmless_main_block", "harmless_prints_much", "harmless_closes_its_output", "harmless_standard_library"),
    *("leaving_by_exit", "leaving_by_exit_every_time", "leaving_by_sys_exit_at_import", "leaving_by_pytest_skip"),
    *("processes_by_fork", "processes_by_subprocess", "processes_as_a_thread"),
    *("reading_by_open", "reading_by_memory", "reading_the_environment", "reading_by_inherited_descriptors"),
    *("tampering_with_the_token", "tampering_with_the_pipe_closed", "tampering_with_the_parent_by_signal"),
    *("tampering_with_the_items", "tampering_with_the_canary"),
    *("value_that_equals_everything", "value_raised_whose_text_exits"),
    *("writing_to_the_checkout", "writing_to_the_network"),
    *("latin_1", "pipe", "byte_order_mark"),
)
WAYS = (["fork"] if hasattr(os, "fork") else []) + ["spawn"]


@dataclass(frozen=True)
class Ordeal:
    """What became of all attempts, by the name of each; of the reference in between; and of all around them."""

    judged: dict[str, dict[str, Any]]
    references: list[dict[str, Any]]
    processes_left: list[str]
    changed: set[str]


def among(names: Iterable[str]) -> pytest.MarkDecorator:
    """Have a test called with each way of judging, and each of these names that is judged that way."""
    pairs = [(way, name) for name in names for way in WAYS if _is_judged(name, way)]
    return pytest.mark.parametrize(("ordeal", "name"), pairs, indirect=["ordeal"])


def _is_judged(name: str, way: str) -> bool:
    return way == "fork" or name in SPAWNED or bool(os.environ.get("EVERY_WAY"))


@pytest.fixture(scope="module")
def ordeals(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Ordeal]:
    """What becomes of all attempts, judged once in each way that is asked for."""
    return functools.cache(functools.partial(_judge_all, tmp_path_factory))


@pytest.fixture(params=WAYS)
def ordeal(request: pytest.FixtureRequest, ordeals: Callable[[str], Ordeal]) -> Ordeal:
    """All attempts judged in one way."""
    return ordeals(request.param)


def _judge_all(tmp_path_factory: pytest.TempPathFactory, way: str) -> Ordeal:
    """Judge all attempts in a few processes side by side."""
    place = tmp_path_factory.mktemp("ordeal")
    checkout = make_checkout(place / "checkout")
    (checkout / ".git").mkdir()
    (checkout / ".git/HEAD").write_text("ref: refs/heads/main\n", encoding="utf-8")
    before = _snapshot(checkout)
    attempts = [path for path in _attempts(place / "attempts") if _is_judged(path.stem, way)]
    reference = checkout / "solutions/problem_001/reference.py"
    mark = f"{os.getpid()}-{place.name}"
    shares = [attempts[number::SIDE_BY_SIDE] for number in range(SIDE_BY_SIDE)]
    running = []
    for number, share in enumerate(shares):
        for place_of_reference in range(len(share), 0, -REFERENCE_EVERY):
            share.insert(place_of_reference, reference)
        temporary = place / f"temporary-{number}"
        temporary.mkdir()
        running.append(
            subprocess.Popen(
                [sys.executable, Path(__file__).with_name("ordeal.py"), checkout, "1", *share],
                env=environment(TMPDIR=str(temporary), PYTHONDONTWRITEBYTECODE="1", ORDEAL=mark)
                | ({start.VARIABLE: "1"} if way == "spawn" else {}),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                text=True,
                cwd=checkout,
            )
        )
    said = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * SIDE_BY_SIDE
    told = [
        (path, json.loads(line)) for share, out in zip(shares, said, strict=True) for path, line in _pairs(share, out)
    ]
    return Ordeal(
        judged={path.stem: found for path, found in told if path != reference},
        references=[found for path, found in told if path == reference],
        processes_left=_processes(mark, place),
        changed={name for name, _ in before ^ _snapshot(checkout)},
    )


def _pairs(share: list[Path], out: str) -> Iterator[tuple[Path, str]]:
    return zip(share, out.splitlines(), strict=True)


def _attempts(folder: Path) -> list[Path]:
    """Write all attempts to `folder` and return their paths."""
    folder.mkdir()
    for name in NAMES:
        source = (HOSTILE / f"{name}.py").read_text(encoding="utf-8")
        if not re.search(r"one_turn\(|(class|import) one_turn", source):
            source += SOLUTION
        (folder / f"{name}.py").write_text(source, encoding="utf-8")
    for name, (content, _) in BROKEN.items():
        path = folder / f"{name}.py"
        content(path) if callable(content) else path.write_bytes(content)
    for name, content in SOUND.items():
        (folder / f"{name}.py").write_bytes(content)
    return [folder / f"{name}.py" for name in (*NAMES, *BROKEN, *SOUND)]


def _snapshot(folder: Path) -> set[tuple[str, tuple[int, ...]]]:
    """Return every file and folder below `folder` with its size, times and permissions."""
    found = ((path, path.lstat()) for path in folder.rglob("*"))
    return {(str(path), (stat.st_size, stat.st_mtime_ns, stat.st_mode)) for path, stat in found}


def _processes(mark: str, place: Path) -> list[str]:
    """Return the processes with `mark` in their environment, or at work below `place`, where the system tells."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            marked = f"ORDEAL={mark}".encode() in (folder / "environ").read_bytes()
            if marked or os.readlink(folder / "cwd").startswith(str(place)):
                found.append(f"{folder.name} {(folder / 'cmdline').read_bytes()!r}")
        except OSError:
            continue
    return found


def _wanted(name: str) -> dict[str, str]:
    """Return what the comments at the top of an attempt say of it."""
    source = (HOSTILE / f"{name}.py").read_text(encoding="utf-8")
    return dict(re.findall(r"^# (verdict|says|costs): (.+)$", source, re.MULTILINE))


def _said(verdict: dict[str, Any]) -> str:
    return "\n".join(
        str(text) for text in (verdict["message"], *(test["message"] for test in verdict["tests"])) if text
    )


@among(name for name in NAMES if not name.startswith("harmless"))
def test_a_hostile_attempt_gets_its_verdict(ordeal: Ordeal, name: str) -> None:
    if name.startswith(CONFINED) and not is_sandboxed():
        pytest.skip("This machine has no sandbox.")
    wanted = _wanted(name)

    verdict = ordeal.judged[name]["verdict"]

    assert verdict["status"] in wanted["verdict"].split("|")
    assert re.search(wanted.get("says", ""), _said(verdict))
    assert len(verdict["tests"]) == TESTS
    if "costs" in wanted:
        assert sum(test["status"] != "pass" for test in verdict["tests"]) == int(wanted["costs"])


@among(name for name in NAMES if name.startswith("harmless"))
def test_a_right_solution_may_do_what_programs_do(ordeal: Ordeal, name: str) -> None:
    verdict = ordeal.judged[name]["verdict"]

    assert (verdict["status"], _said(verdict)) == ("pass", "")


@among(BROKEN)
def test_a_broken_file_is_an_error_that_says_so(ordeal: Ordeal, name: str) -> None:
    verdict = ordeal.judged[name]["verdict"]

    assert (verdict["status"], verdict["passed"], verdict["total"]) == ("error", 0, TESTS)
    assert re.search(BROKEN[name][1], verdict["message"])
    assert {test["message"] for test in verdict["tests"]} == {verdict["message"]}


@among(SOUND)
def test_a_file_that_python_can_read_is_judged(ordeal: Ordeal, name: str) -> None:
    assert ordeal.judged[name]["verdict"]["status"] == "pass"


def test_no_hostile_attempt_passes(ordeal: Ordeal) -> None:
    statuses = {name: found["verdict"]["status"] for name, found in ordeal.judged.items()}

    passed = {name for name, status in statuses.items() if status == "pass"}

    assert {name for name in passed if not name.startswith("harmless")} <= set(SOUND)


def test_every_verdict_comes_in_time(ordeal: Ordeal) -> None:
    assert {name: found["seconds"] for name, found in ordeal.judged.items() if found["seconds"] > SLOWEST} == {}


def test_a_good_attempt_is_judged_alike_after_any_other(ordeal: Ordeal) -> None:
    assert len(ordeal.references) >= len(ordeal.judged) // REFERENCE_EVERY
    assert {found["verdict"]["status"] for found in ordeal.references} == {"pass"}


def test_no_attempt_leaves_a_file(ordeal: Ordeal) -> None:
    assert {name: found["files"] for name, found in ordeal.judged.items() if found["files"]} == {}
    assert ordeal.changed == set()


def test_no_attempt_leaves_a_process(ordeal: Ordeal) -> None:
    assert [name for name, found in ordeal.judged.items() if found["has_children"]] == []
    assert ordeal.processes_left == []


def test_the_judge_stays_small(ordeal: Ordeal) -> None:
    assert max(found["peak_memory"] for found in ordeal.judged.values()) < LARGEST


def test_no_verdict_holds_what_steers_a_terminal(ordeal: Ordeal) -> None:
    texts = [_said(found["verdict"]) for found in ordeal.judged.values()]
    texts += [test["output"] or "" for found in ordeal.judged.values() for test in found["verdict"]["tests"]]

    assert [text for text in texts if not text.replace("\n", "").replace("\t", "").isprintable()] == []


def test_every_attempt_says_in_one_sentence_what_it_tries() -> None:
    first_lines = {name: (HOSTILE / f"{name}.py").read_text(encoding="utf-8").splitlines()[0] for name in NAMES}

    assert {name: line for name, line in first_lines.items() if not re.fullmatch(r'"""[A-Z].*\."""', line)} == {}
