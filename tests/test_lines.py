"""The file of JSON lines: appended whole, mended, read back."""

import json
from pathlib import Path

import pytest

from judge.faults import UserError
from judge.lines import Lines, documents, mend


def test_lines_are_added_to_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b'{"a": 1}\n')
    lines = Lines(file)
    lines.append('{"b": 2}')
    assert file.read_bytes() == b'{"a": 1}\n{"b": 2}\n'
    lines.close()


def test_text_that_utf8_cannot_hold_stays_json(tmp_path: Path) -> None:
    lines = Lines(tmp_path / "lines")
    lines.append(json.dumps({"é": "\ud800"}, ensure_ascii=False))
    lines.close()
    assert [document for _, _, document in documents(tmp_path / "lines")] == [{"é": "\ud800"}]


def test_new_line_never_joins_a_torn_one(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b'{"a"')
    lines = Lines(file)
    lines.append("{}")
    lines.close()
    assert file.read_bytes() == b'{"a"\n{}\n'


def test_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot be written .* name another file"):
        Lines(tmp_path)


@pytest.mark.parametrize(
    ("before", "after", "torn"),
    [
        (b"", b"", False),
        (b"{}\n", b"{}\n", False),
        (b'{}\n{"a": "b', b"{}\n", True),
        (b'{"a": "b', b"", True),
        (b'{}\n{"a": "\xc3', b"{}\n", True),
        (b'{}\n{"only": "its end is missing"}', b'{}\n{"only": "its end is missing"}\n', False),
    ],
)
def test_torn_last_line_is_cut_off(tmp_path: Path, before: bytes, after: bytes, torn: bool) -> None:
    file = tmp_path / "lines"
    file.write_bytes(before)
    assert mend(file) is torn
    assert file.read_bytes() == after


def test_missing_file_needs_no_mending_and_holds_nothing(tmp_path: Path) -> None:
    assert not mend(tmp_path / "none")
    assert list(documents(tmp_path / "none")) == []


def test_lines_that_are_no_objects_are_none(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b'{"a": 1}\nnonsense\n[1]\n\xff\n' + b"[" * 200_000 + b"\n")
    assert [(number, document) for number, _, document in documents(file)] == [
        (1, {"a": 1}),
        (2, None),
        (3, None),
        (4, None),
        (5, None),
    ]
