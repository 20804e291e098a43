"""Who handed in what: found, sorted, and everything else named once."""

import os
import sys
from pathlib import Path

import pytest

from judge.faults import UserError
from judge.submissions import Submission, gather, part

KNOWN = ("problem_001", "problem_002")


def hand_in(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x = 1\n")


def test_submissions_come_sorted_by_candidate_and_problem(tmp_path: Path) -> None:
    hand_in(tmp_path, "bob/problem_001.py", "alice/problem_002.py", "alice/problem_001.py", "Carol/problem_001.py")
    gathered = gather(tmp_path, KNOWN, KNOWN)
    assert [each.key for each in gathered.submissions] == [
        ("Carol", "problem_001"),
        ("alice", "problem_001"),
        ("alice", "problem_002"),
        ("bob", "problem_001"),
    ]
    assert gathered.notes == []


def test_only_the_problems_that_were_asked_for_count(tmp_path: Path) -> None:
    hand_in(tmp_path, "alice/problem_001.py", "alice/problem_002.py", "bob/problem_002.py")
    gathered = gather(tmp_path, ["problem_001"], KNOWN)
    assert [each.key for each in gathered.submissions] == [("alice", "problem_001")]
    assert gathered.notes == ["Nothing to judge from: bob."]


def test_what_is_no_attempt_is_named_once(tmp_path: Path) -> None:
    hand_in(
        tmp_path, "a/problem_001.py", "b/problem_1.py", "b/problem_999.py", "c/problem_999.py", "c/sub/problem_001.py"
    )
    hand_in(
        tmp_path, "README.md", "a/n1.txt", "a/n2.txt", ".git/config", "a/.DS_Store", "a/__pycache__/problem_001.pyc"
    )
    assert gather(tmp_path, KNOWN, KNOWN).notes == [
        "There is no problem_1 here (did you mean problem_001.py?); skipped: b/problem_1.py.",
        "There is no problem_999 here; skipped: b/problem_999.py, c/problem_999.py.",
        "No attempts, so skipped: README.md, a/n1.txt, a/n2.txt and 1 more.",
        "Nothing to judge from: b, c.",
    ]


def test_folder_in_place_of_an_attempt_is_judged_as_one(tmp_path: Path) -> None:
    (tmp_path / "alice/problem_001.py").mkdir(parents=True)
    assert [each.key for each in gather(tmp_path, KNOWN, KNOWN).submissions] == [("alice", "problem_001")]


def test_links_stay_within_the_candidates_own_folder(tmp_path: Path) -> None:
    hand_in(tmp_path, "outside.py", "cohort/alice/solution.py", "cohort/bob/other.py", "elsewhere/problem_001.py")
    (tmp_path / "cohort/alice/problem_001.py").symlink_to("solution.py")
    (tmp_path / "cohort/bob/problem_001.py").symlink_to(tmp_path / "outside.py")
    (tmp_path / "cohort/bob/problem_002.py").symlink_to("gone.py")
    (tmp_path / "cohort/carol").symlink_to(tmp_path / "elsewhere")
    refused = {each.key: bool(each.refused) for each in gather(tmp_path / "cohort", KNOWN, KNOWN).submissions}
    assert refused == {
        ("alice", "problem_001"): False,
        ("bob", "problem_001"): True,
        ("bob", "problem_002"): False,
        ("carol", "problem_001"): False,
    }


def test_link_to_another_candidates_folder_is_refused(tmp_path: Path) -> None:
    hand_in(tmp_path, "alice/problem_001.py", ".store/carol/problem_001.py")
    (tmp_path / "bob").symlink_to("alice")
    (tmp_path / "carol").symlink_to(".store/carol")
    refused = {each.candidate: bool(each.refused) for each in gather(tmp_path, KNOWN, KNOWN).submissions}
    assert refused == {"alice": False, "bob": True, "carol": False}


def test_links_that_lead_nowhere_are_strays(tmp_path: Path) -> None:
    hand_in(tmp_path, "alice/problem_001.py")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "one").symlink_to("other")
    (tmp_path / "other").symlink_to("one")
    (tmp_path / "to_a_long_name").symlink_to("x" * 300)
    (tmp_path / "alice/problem_002.py").symlink_to("x" * 300)
    gathered = gather(tmp_path, KNOWN, KNOWN)
    assert [each.key for each in gathered.submissions] == [("alice", "problem_001"), ("alice", "problem_002")]
    assert gathered.notes == ["No attempts, so skipped: loop, one, other and 1 more."]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such names")
def test_names_that_come_out_alike_stay_two(tmp_path: Path) -> None:
    for name in (b"caf\xe9", rb"caf\xe9"):
        os.mkdir(os.fsencode(tmp_path) + b"/" + name)
        open(os.fsencode(tmp_path) + b"/" + name + b"/problem_001.py", "w").close()
    found = gather(tmp_path, KNOWN, KNOWN).submissions
    assert [each.candidate for each in found] == [r"caf\xe9", r"caf\xe9 (2)"]
    assert len({each.file for each in found}) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="other systems allow no such names")
def test_names_that_are_no_text_become_text(tmp_path: Path) -> None:
    folder = os.fsencode(tmp_path) + b"/caf\xe9"
    os.mkdir(folder)
    open(folder + b"/problem_001.py", "w").close()
    (found,) = gather(tmp_path, KNOWN, KNOWN).submissions
    assert found.candidate == "caf\\xe9"
    assert found.shown.endswith("/caf\\xe9/problem_001.py")
    assert found.file.is_file()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("none", r"There is no folder .*none; check"),
        ("file", r"file is no folder; --cohort takes"),
        ("empty", r"There is nothing to judge in .*empty; put each .* such as .*empty/alice/problem_001\.py\."),
    ],
)
def test_folder_without_attempts_is_told_with_the_next_step(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(UserError, match=said):
        gather(tmp_path / name, KNOWN, KNOWN)


@pytest.mark.parametrize("count", [1, 2, 3, 7, 12])
def test_shards_are_disjoint_and_complete(count: int) -> None:
    every = [Submission(f"c{number}", "problem_001", Path(), "") for number in range(10)]
    parts = [part(every, f"{index}/{count}") for index in range(1, count + 1)]
    assert sorted(each for its in parts for each in its) == every
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


@pytest.mark.parametrize("shard", ["", "0/2", "3/2", "1", "1/0", "a/b", "-1/2", "1/2/3", "1 /2", "²/3"])
def test_bad_shard_is_told(shard: str) -> None:
    with pytest.raises(UserError, match="K from 1 to N"):
        part([], shard)
