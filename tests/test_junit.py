"""JUnit XML: well-formed for any text, and never greener than the verdicts."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from judge import junit
from judge.faults import UserError
from tests.support import SOLVED, runner, write_attempt

TESTS = [
    {"name": "test_a", "rule": "R1", "status": "pass", "message": None, "output": "hello", "seconds": 0.25},
    {"name": "test_b[<&>]", "rule": "R2", "status": "fail", "message": "expected  1\ngot       2", "output": None},
    {"name": "test_c", "rule": "R3", "status": "error", "message": "Too slow.", "output": None, "seconds": 0.5},
]


def verdict(**changes: Any) -> dict[str, Any]:
    told = {"problem": "problem_119", "candidate": "alice", "solution": "c/alice/problem_119.py", "status": "fail"}
    return {**told, "message": None, "passed": 1, "total": 3, "seconds": 1.5, "tests": TESTS, **changes}


def written(folder: Path, *documents: dict[str, Any]) -> ElementTree.Element:
    junit.write(folder / "junit.xml", documents)
    return ElementTree.parse(folder / "junit.xml").getroot()


def test_suite_tells_whose_attempt_it_was_and_counts(tmp_path: Path) -> None:
    (suite,) = written(tmp_path, verdict())
    assert {name: suite.attrib[name] for name in ("name", "tests", "failures", "errors", "skipped", "time")} == {
        "name": "alice.problem_119",
        "tests": "3",
        "failures": "1",
        "errors": "1",
        "skipped": "0",
        "time": "1.5",
    }
    properties = {each.attrib["name"]: each.attrib["value"] for each in suite.iter("property")}
    assert properties == {"candidate": "alice", "problem": "problem_119", "solution": "c/alice/problem_119.py"}


def test_case_tells_what_became_of_the_test(tmp_path: Path) -> None:
    passed, failed, broken = written(tmp_path, verdict()).iter("testcase")
    assert passed.attrib == {"classname": "alice.problem_119", "name": "test_a", "time": "0.25"}
    assert [(each.tag, each.text) for each in passed] == [("system-out", "hello")]
    assert failed.attrib["name"] == "test_b[<&>]"
    assert [(each.tag, each.attrib, each.text) for each in failed] == [
        ("failure", {"message": "R2 expected  1"}, "expected  1\ngot       2")
    ]
    assert [(each.tag, each.attrib["message"]) for each in broken] == [("error", "R3 Too slow.")]


def test_verdict_without_candidate_bears_the_problems_name(tmp_path: Path) -> None:
    (suite,) = written(tmp_path, verdict(candidate=None))
    assert suite.attrib["name"] == "problem_119"


def test_dots_in_a_name_do_not_split_it(tmp_path: Path) -> None:
    (suite,) = written(tmp_path, verdict(candidate="a.b@example.org"))
    assert suite.attrib["name"] == "a_b@example_org.problem_119"


def test_pass_that_was_not_confirmed_is_an_error(tmp_path: Path) -> None:
    (suite,) = written(tmp_path, verdict(status="error", message="Interfered.", tests=TESTS[:1]))
    assert (suite.attrib["tests"], suite.attrib["errors"]) == ("2", "1")
    assert [each.attrib["message"] for each in suite.iter("error")] == ["Interfered."]


@pytest.mark.parametrize(
    "text",
    ["\0\a\x1b[31m", "\ud800 \udfff", "￾￿", "]]> <!-- & \" '", "\x7f\x85\u2028", "\U0001f600", "a\rb\tc\n"],
)
def test_any_text_is_well_formed(tmp_path: Path, text: str) -> None:
    test = {"name": text, "rule": text, "status": "error", "message": text, "output": text, "seconds": 0}
    root = written(tmp_path, verdict(candidate=text, solution=text, message=text, tests=[test]))
    assert len(list(root.iter("error"))) == 1


def test_control_characters_go_and_everything_else_stays(tmp_path: Path) -> None:
    text = "a\0b\x1bc\rd\té <&> \U0001f600\n"
    test = {"name": "t", "rule": "R1", "status": "error", "message": text, "output": text, "seconds": 0}
    root = written(tmp_path, verdict(tests=[test]))
    assert [each.text for each in root.iter("system-out")] == ["abc\rd\té <&> \U0001f600\n"]


def test_names_that_would_look_alike_are_spelled_out(tmp_path: Path) -> None:
    (suite,) = written(tmp_path, verdict(candidate="a\u202eb\x01", solution="c/a\u202eb\x01/problem_119.py"))
    assert suite.attrib["name"] == r"a\u202eb\x01.problem_119"
    assert [each.attrib["value"] for each in suite.iter("property")][::2] == [
        r"a\u202eb\x01",
        r"c/a\u202eb\x01/problem_119.py",
    ]


def test_durations_that_cannot_be_are_none(tmp_path: Path) -> None:
    test = {"name": "t", "rule": "R1", "status": "pass", "message": None, "output": None, "seconds": -1e308}
    (suite,) = written(tmp_path, verdict(seconds=float("inf"), tests=[test]))
    assert {each.attrib["time"] for each in (suite, *suite.iter("testcase"))} == {"0"}


def test_no_verdicts_are_a_whole_document(tmp_path: Path) -> None:
    assert list(written(tmp_path)) == []


def test_place_that_cannot_be_written_is_told_before_and_after(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot be written .* after --junit"):
        junit.ensure_writable(tmp_path)
    with pytest.raises(UserError, match=r"cannot be written .* after --junit"):
        junit.write(tmp_path / "none" / "junit.xml", [])


def test_judging_writes_a_suite_for_each_problem(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)
    finished = runner(checkout, "1", "2", "--junit", "verdicts.xml")
    assert finished.status == 1
    first, second = ElementTree.parse(checkout / "verdicts.xml").getroot()
    assert (first.attrib["name"], first.attrib["failures"], first.attrib["errors"]) == ("problem_001", "0", "0")
    assert second.attrib["name"] == "problem_002"
    assert second.attrib["failures"] == second.attrib["tests"]
