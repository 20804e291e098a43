"""The Containerfile, as far as it can be checked without an engine: what it copies is all that a cohort needs."""

import re
import shutil
from pathlib import Path

from tests.support import ROOT, runner

CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_what_is_copied_judges_a_cohort(tmp_path: Path) -> None:
    image, cohort = tmp_path / "practice", tmp_path / "cohort"
    for sources, target in re.findall(r"^COPY (.+) (\S+)$", CONTAINERFILE, re.MULTILINE):
        for source in sources.split():
            copy = shutil.copytree if (ROOT / source).is_dir() else shutil.copy2
            place = image / target if (ROOT / source).is_dir() else image / target / source
            place.parent.mkdir(parents=True, exist_ok=True)
            copy(ROOT / source, place)
    (cohort / "alice").mkdir(parents=True)
    shutil.copy2(ROOT / "solutions/problem_069/reference.py", cohort / "alice/problem_069.py")

    finished = runner(image, "--cohort", cohort, PYTHONDONTWRITEBYTECODE="1")

    assert finished.out.splitlines()[:2] == ["candidate  069", "alice        ✓"]
    assert finished.status == 0


def test_requirements_are_the_pinned_ones_and_nobody_is_root() -> None:
    assert "-r requirements.txt" in CONTAINERFILE
    assert re.search(r"^USER [1-9]\d*:", CONTAINERFILE, re.MULTILINE)
