"""What README shows is what happens."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_transcript_is_that_of_a_first_run(tmp_path: Path) -> None:
    for name in ("judge", "solutions"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    not_begun = shutil.ignore_patterns("__pycache__", "attempt*.py")
    shutil.copytree(ROOT / "problems", tmp_path / "problems", ignore=not_begun)
    for name in ("runner.py", "conftest.py", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    shown = r"^\$ python3 runner\.py problem_119\nSetting up: [^\n]*\n(.*?)^```"
    (transcript,) = re.findall(shown, README, re.MULTILINE | re.DOTALL)

    finished = subprocess.run(
        [sys.executable, "runner.py", "problem_119"], cwd=tmp_path, capture_output=True, encoding="utf-8", check=False
    )

    assert _timeless(finished.stdout) == _timeless(transcript)
    assert finished.returncode == 1


def test_every_problem_is_in_the_table() -> None:
    known = {path.name.removeprefix("problem_") for path in (ROOT / "problems").glob("problem_*")}

    assert set(re.findall(r"^\| (\d{3}) \|", README, re.M)) == known


def test_every_link_leads_somewhere() -> None:
    for page in [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/*.md"),
        *ROOT.glob("solutions/*/notes.md"),
        *ROOT.glob("problems/*/spec.md"),
    ]:
        prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.S)
        for target in re.findall(r"\]\(([^)#:]+)\)", prose):
            assert (page.parent / target).exists(), f"{page}: {target}"


def _timeless(text: str) -> str:
    return re.sub(r"\d+\.\d\d s", "<seconds>", text)


def test_contributing_names_every_module_of_the_judge() -> None:
    table = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").partition("| module |")[2].partition("\n\n")[0]
    named = set(re.findall(r"`(?:audit/)?(\w+)`", table))

    assert {file.stem for file in (ROOT / "judge").rglob("[!_]*.py") if "template" not in file.parts} <= named
