"""The scratch folder of an attempt that floods it: empty again for the tests to come, and gone in the end."""

import pytest

from judge import scratch


def test_a_flood_is_put_aside_once_and_everything_is_removed_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "MOST_FILES", 3)

    with scratch.scratch_folder() as folder:
        for files in (5, 7):
            for number in range(files):
                (folder / str(number)).touch()
            scratch.clear_crowded()

            assert list(folder.iterdir()) == []
            # The second flood is removed at once; the first one stays where it was put.
            assert [len(list(place.iterdir())) for place in folder.parent.glob(f"{folder.name}-*")] == [5]

    assert not list(folder.parent.glob(f"{folder.name}*"))


def test_a_few_files_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "MOST_FILES", 3)

    with scratch.scratch_folder() as folder:
        (folder / "one").touch()
        scratch.clear_crowded()

        assert [path.name for path in folder.iterdir()] == ["one"]
