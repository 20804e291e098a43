"""What a first run does on a fresh machine: the real runner.py in a copy of the project, with a stub of the judge.

Python looks for `-m pip` and `-m ensurepip` in the current folder first, and the set-up runs them in the project's:
so stand-ins that lie there make a set-up fast, and make it fail or pause on demand. One test uses the real ones.
"""

import ast
import errno
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from judge import bootstrap

PROJECT = Path(__file__).resolve().parent.parent
SETTING_UP = "Setting up: pytest and pytest-timeout go into .venv (once, about 10 s) ...\n"
WAITING = "Another run is setting up .venv; waiting for it ...\n"

STUB_OF_THE_JUDGE = """
import json, os, sys

def main(argv):
    if argv == ["interrupt"]:
        raise KeyboardInterrupt
    print(json.dumps([sys.prefix, argv, "RUNNER_HANDED_OVER" in os.environ]))
    return 7
"""
STAND_IN_FOR_PIP = """
import os, pathlib, sys, sysconfig, time

pathlib.Path("pip-started").touch()
while os.environ.get("PIP_WAITS") and not pathlib.Path("go").exists():
    time.sleep(0.01)
print(os.environ.get("PIP_SAYS", ""))
for name in os.environ.get("PIP_INSTALLS", "pytest/__init__.py pytest_timeout.py").split():
    file = pathlib.Path(sysconfig.get_path("purelib"), name)
    file.parent.mkdir(exist_ok=True)
    file.touch()
sys.exit(int(os.environ.get("PIP_STATUS", "0")))
"""


@dataclass(frozen=True)
class Run:
    status: int
    prefix: str | None = None
    """The `sys.prefix` of the Python that the judge ran in, or None if it never started."""
    argv: list[str] = field(default_factory=list)
    stderr: str = ""


@dataclass(frozen=True)
class Project:
    root: Path
    python: Path

    @property
    def venv(self) -> Path:
        return self.root / ".venv"

    def start(self, *argv: str, python: Path | None = None, **settings: str) -> "subprocess.Popen[str]":
        """Start runner.py by a Python without pytest, in another folder than the project's."""
        # The machine's own settings for pip and Python would make the outcome depend on the machine.
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "PYTHON"))}
        return subprocess.Popen(
            [python or self.python, self.root / "runner.py", *argv],
            cwd=self.root.parent,
            env=kept | {"PIP_CONFIG_FILE": os.devnull} | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,
        )

    def run(self, *argv: str, python: Path | None = None, **settings: str) -> Run:
        return finish(self.start(*argv, python=python, **settings))


def finish(process: "subprocess.Popen[str]") -> Run:
    stdout, stderr = process.communicate(timeout=120)
    if not stdout:
        return Run(process.returncode, stderr=stderr)
    prefix, argv, handed_over = json.loads(stdout)
    assert not handed_over, "the judge's own child processes must not inherit the bootstrap's variable"
    return Run(process.returncode, prefix, argv, stderr)


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python without pytest, and without pip."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    return Path(bootstrap._python(str(folder)))


@pytest.fixture
def project(tmp_path: Path, bare: Path) -> Project:
    root = tmp_path / "mein Übungsordner"
    (root / "judge").mkdir(parents=True)
    for name in ("runner.py", "requirements.txt", "judge/__init__.py", "judge/bootstrap.py"):
        shutil.copy(PROJECT / name, root / name)
    (root / "judge" / "cli.py").write_text(STUB_OF_THE_JUDGE)
    (root / "pip.py").write_text(STAND_IN_FOR_PIP)
    (root / "ensurepip.py").touch()
    return Project(root, bare)


@pytest.fixture
def prepared(project: Project) -> Project:
    assert project.run().status == 7
    return project


@pytest.fixture
def users_venv(project: Project) -> Path:
    """The site-packages of a `.venv` that the user made."""
    subprocess.run([project.python, "-m", "venv", "--without-pip", project.venv], check=True)
    return next(project.venv.glob("lib/python*/site-packages"))


@pytest.fixture
def paused(project: Project) -> Iterator["subprocess.Popen[str]"]:
    """A first run that is in the middle of its set-up, and goes on when the file `go` appears."""
    process = project.start(PIP_WAITS="yes")
    wait_for((project.root / "pip-started").exists)
    yield process
    (project.root / "go").touch()
    process.communicate()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def lay_out(folder: Path, *names: str) -> str:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).touch()
    return str(folder)


# A machine that has both already.


def test_where_both_can_be_imported_nothing_is_said_or_made(project: Project, tmp_path: Path) -> None:
    both = lay_out(tmp_path / "both", "pytest/__init__.py", "pytest_timeout.py")
    run = project.run("problem_119", PYTHONPATH=both)
    assert run == Run(7, str(project.python.parent.parent), ["problem_119"])
    assert not project.venv.exists()


def test_the_version_of_pytest_is_read_off_the_folder_beside_it(project: Project, tmp_path: Path) -> None:
    new_enough = lay_out(tmp_path / "new", "pytest/__init__.py", "pytest_timeout.py", "pytest-8.0.0.dist-info")
    assert project.run(PYTHONPATH=new_enough).stderr == ""
    too_old = lay_out(tmp_path / "old", "pytest/__init__.py", "pytest_timeout.py", "pytest-7.4.4.dist-info")
    assert project.run(PYTHONPATH=too_old) == Run(7, str(project.venv), stderr=SETTING_UP)


def test_an_empty_folder_named_pytest_is_no_pytest(project: Project, tmp_path: Path) -> None:
    (tmp_path / "odd" / "pytest").mkdir(parents=True)
    odd = lay_out(tmp_path / "odd", "pytest_timeout.py")
    assert project.run(PYTHONPATH=odd).prefix == str(project.venv)


@pytest.mark.parametrize("flag", ["--help", "-h", "--version"])
def test_help_and_version_need_no_set_up(project: Project, flag: str) -> None:
    assert project.run(flag) == Run(7, str(project.python.parent.parent), [flag])
    assert not project.venv.exists()


# A first run, and the runs after it.


def test_first_run_says_so_in_one_line_and_goes_on_in_venv(project: Project) -> None:
    run = project.run("problem_119", "--solution", "mein Lösung.py")
    assert run == Run(7, str(project.venv), ["problem_119", "--solution", "mein Lösung.py"], SETTING_UP)


def test_later_runs_say_nothing(prepared: Project) -> None:
    assert prepared.run("119") == Run(7, str(prepared.venv), ["119"])


def test_pythonhome_and_pythonpath_do_not_reach_into_venv(prepared: Project, tmp_path: Path) -> None:
    too_old = lay_out(tmp_path / "old", "pytest/__init__.py", "pytest_timeout.py", "pytest-7.4.4.dist-info")
    assert prepared.run(PYTHONPATH=too_old, PYTHONHOME=sys.base_prefix) == Run(7, str(prepared.venv))


def test_runs_without_the_scripts_folder_on_the_path(prepared: Project) -> None:
    assert prepared.run(PYTHONSAFEPATH="1") == Run(7, str(prepared.venv))


def test_a_moved_project_needs_no_new_set_up(prepared: Project) -> None:
    moved = Project(prepared.root.rename(prepared.root.with_name("moved")), prepared.python)
    assert moved.run() == Run(7, str(moved.venv))


def test_the_real_pip_sets_up_by_the_users_own_settings(project: Project, tmp_path: Path) -> None:
    (project.root / "pip.py").unlink()
    (project.root / "ensurepip.py").unlink()
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    for line in (project.root / "requirements.txt").read_text().splitlines():
        if "==" in line:
            write_wheel(wheels, *line.partition(" ")[0].split("=="))
    run = project.run(PIP_NO_INDEX="1", PIP_FIND_LINKS=wheels.as_uri(), PIP_USER="1")
    assert run == Run(7, str(project.venv), stderr=SETTING_UP)


def write_wheel(folder: Path, name: str, version: str) -> None:
    module = name.replace("-", "_").lower()
    about = f"{module}-{version}.dist-info"
    with zipfile.ZipFile(folder / f"{module}-{version}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{module}.py", "")
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
        wheel.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{about}/RECORD", f"{module}.py,,\n{about}/METADATA,,\n{about}/WHEEL,,\n{about}/RECORD,,\n")


# A `.venv` of ours that no longer serves.


def test_a_half_made_venv_is_made_anew(project: Project) -> None:
    (project.venv / "bin").mkdir(parents=True)
    lay_out(project.venv, "made-by-runner", "pyvenv.cfg")
    lay_out(project.venv / "bin", "python")
    assert project.run() == Run(7, str(project.venv), stderr=SETTING_UP)


def test_an_empty_venv_folder_is_made_use_of(project: Project) -> None:
    project.venv.mkdir()
    assert project.run() == Run(7, str(project.venv), stderr=SETTING_UP)


def test_venv_is_made_anew_when_its_python_is_gone(prepared: Project) -> None:
    python = prepared.venv / "bin" / "python"
    python.unlink()
    python.symlink_to("/nonexistent/python3")
    assert prepared.run() == Run(7, str(prepared.venv), stderr=SETTING_UP)


def test_venv_is_made_anew_when_the_requirements_change(prepared: Project) -> None:
    with (prepared.root / "requirements.txt").open("a") as requirements:
        requirements.write("# newer\n")
    assert prepared.run() == Run(7, str(prepared.venv), stderr=SETTING_UP)
    assert prepared.run() == Run(7, str(prepared.venv))


@pytest.mark.parametrize("from_inside", [False, True])
def test_venv_is_made_anew_when_a_package_is_gone_from_it(prepared: Project, from_inside: bool) -> None:
    next(prepared.venv.rglob("pytest_timeout.py")).unlink()
    python = prepared.venv / "bin" / "python" if from_inside else prepared.python
    assert prepared.run(python=python) == Run(7, str(prepared.venv), stderr=SETTING_UP)


def test_requirements_that_bring_too_old_a_pytest_do_not_loop(project: Project) -> None:
    run = project.run(PIP_INSTALLS="pytest/__init__.py pytest_timeout.py pytest-7.4.4.dist-info")
    assert run.status == 2
    assert "is still missing in the .venv that runner.py made" in run.stderr


# A `.venv` that the user made.


def test_the_users_venv_is_used_where_it_has_both(project: Project, users_venv: Path) -> None:
    lay_out(users_venv, "pytest/__init__.py", "pytest_timeout.py")
    assert project.run("119") == Run(7, str(project.venv), ["119"])


def test_the_users_venv_is_never_changed(project: Project, users_venv: Path) -> None:
    before = sorted(project.venv.rglob("*"))
    run = project.run()
    assert run.status == 2
    python, requirements = project.venv / "bin" / "python", project.root / "requirements.txt"
    assert run.stderr == (
        "The .venv in this folder was not made by runner.py and lacks pytest 8 or newer, or pytest-timeout: type "
        f'"{python}" -m pip install -r "{requirements}", or rename .venv, and run this again.\n'
    )
    assert project.run(python=python) == run, "also when it is activated"
    assert sorted(project.venv.rglob("*")) == before


@pytest.mark.parametrize("make", [Path.touch, lambda venv: lay_out(venv, "notes.txt")], ids=["file", "folder"])
def test_a_venv_without_a_python_is_never_changed(project: Project, make: Callable[[Path], object]) -> None:
    make(project.venv)
    run = project.run()
    assert run.status == 2
    assert "has no Python in it: rename or delete .venv" in run.stderr
    assert project.venv.is_file() or [path.name for path in project.venv.iterdir()] == ["notes.txt"]


# Two at once, and those that were stopped.


def test_two_first_runs_at_once_both_end_well(project: Project, paused: "subprocess.Popen[str]") -> None:
    second = project.start()
    assert second.stderr is not None
    assert second.stderr.readline() == WAITING
    (project.root / "go").touch()
    assert finish(second) == Run(7, str(project.venv))
    assert finish(paused) == Run(7, str(project.venv), stderr=SETTING_UP)


def test_a_killed_set_up_is_made_anew(project: Project, paused: "subprocess.Popen[str]") -> None:
    os.killpg(paused.pid, signal.SIGKILL)
    paused.wait()
    assert project.run() == Run(7, str(project.venv), stderr=SETTING_UP)


def test_a_pip_that_outlives_its_killed_runner_is_waited_for(project: Project, paused: "subprocess.Popen[str]") -> None:
    paused.kill()
    paused.wait()
    second = project.start()
    assert second.stderr is not None
    assert second.stderr.readline() == WAITING
    (project.root / "go").touch()
    assert finish(second) == Run(7, str(project.venv), stderr=SETTING_UP)


def test_ctrl_c_ends_a_set_up_without_a_traceback(project: Project, paused: "subprocess.Popen[str]") -> None:
    os.killpg(paused.pid, signal.SIGINT)
    assert finish(paused) == Run(130, stderr=SETTING_UP)
    assert os.listdir(project.venv) == ["made-by-runner"]
    assert project.run() == Run(7, str(project.venv), stderr=SETTING_UP)


def test_ctrl_c_ends_the_judge_without_a_traceback(prepared: Project) -> None:
    assert prepared.run("interrupt") == Run(130)


# What keeps a set-up from succeeding: one sentence, exit status 2, and nothing that breaks the next run.


def test_pips_reason_is_passed_on_and_the_next_run_tries_again(project: Project) -> None:
    run = project.run(PIP_SAYS="WARNING: odd\nERROR: The server is tired.\n[notice] new pip", PIP_STATUS="1")
    assert run == Run(
        2,
        stderr=SETTING_UP + "pip could not install pytest and pytest-timeout (The server is tired): check the network, "
        "or pip's settings for a mirror, and run this again, or run it with a Python that has both.\n",
    )
    assert os.listdir(project.venv) == ["made-by-runner"]
    assert project.run() == Run(7, str(project.venv), stderr=SETTING_UP)


# In the words of pip 23.2.
NO_NETWORK = """\
WARNING: Retrying (Retry(total=0, connect=None, read=None, redirect=None, status=None)) after connection broken by \
'NewConnectionError('<HTTPSConnection>: Failed to establish a new connection')': /simple/pytest/
ERROR: Could not find a version that satisfies the requirement pytest==9.2.0 (from versions: none)
ERROR: No matching distribution found for pytest==9.2.0
"""


def test_a_missing_network_is_named_as_such(project: Project) -> None:
    assert "(the package index cannot be reached)" in project.run(PIP_SAYS=NO_NETWORK, PIP_STATUS="1").stderr


def test_a_pip_that_installs_nothing_is_not_believed(project: Project) -> None:
    run = project.run(PIP_INSTALLS="pytest/__init__.py")
    assert run.status == 2
    assert "pip could not install pytest and pytest-timeout (no reason given)" in run.stderr


def test_a_failing_ensurepip_is_reported(project: Project) -> None:
    (project.root / "ensurepip.py").write_text("raise SystemExit('no wheels on this machine')")
    run = project.run()
    assert run.status == 2
    assert ".venv cannot be made (no wheels on this machine): run this again with another Python" in run.stderr


def test_a_message_survives_a_terminal_that_knows_only_ascii(project: Project) -> None:
    run = project.run(PIP_SAYS="ERROR: très fatigué", PIP_STATUS="1", LC_ALL="C", PYTHONIOENCODING="ascii")
    assert run.status == 2
    assert r"(tr\xe8s fatigu\xe9)" in run.stderr


@pytest.fixture
def without_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this very process believe that pytest is missing, to provoke what a test cannot do to a real machine."""
    has = bootstrap._has
    monkeypatch.setattr(bootstrap, "_has", lambda module: None if module == "pytest" else has(module))


def test_a_folder_that_cannot_be_written_to_is_reported(
    project: Project, without_pytest: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: str, exist_ok: bool) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", path)

    monkeypatch.setattr(os, "makedirs", refuse)
    with pytest.raises(bootstrap.SetupError, match=r"\(Permission denied: .*\.venv\): copy the project to a folder"):
        bootstrap.ensure(str(project.root), [])


def test_a_full_disk_is_reported_and_leaves_nothing_half_made(
    project: Project, without_pytest: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fill(venv: str, lock: int) -> None:
        lay_out(Path(venv), "pyvenv.cfg")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(bootstrap, "_build", fill)
    with pytest.raises(bootstrap.SetupError, match="No space left on device"):
        bootstrap.ensure(str(project.root), [])
    assert os.listdir(project.venv) == ["made-by-runner"]


def test_a_python_without_the_venv_module_says_what_to_install(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bootstrap, "_has", lambda module: None)
    with pytest.raises(bootstrap.SetupError, match="sudo apt install python3-venv"):
        bootstrap.ensure(str(project.root), [])


def test_a_python_without_ensurepip_installs_by_the_pip_that_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def note(command: list[str], venv: str, lock: int) -> tuple[bool, str]:
        commands.append(command)
        return True, ""

    monkeypatch.setattr(bootstrap, "_has", lambda module: None if module == "ensurepip" else "there")
    monkeypatch.setattr(bootstrap, "_run", note)
    venv = str(tmp_path / ".venv")
    bootstrap._build(venv, 0)
    assert commands[0] == [sys.executable, "-m", "venv", "--without-pip", venv]
    assert commands[1][:6] == [sys.executable, "-m", "pip", "--python", bootstrap._python(venv), "install"]


def test_where_exec_would_lose_the_exit_status_a_child_process_brings_it(project: Project) -> None:
    python = project.venv / "Scripts" / "python.exe"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "$RUNNER_HANDED_OVER $2 $3"; exit 7\n')
    python.chmod(0o755)
    hand_over = (
        "import os, sys; from judge import bootstrap; os.name = 'nt'; "
        "bootstrap._hand_over('', sys.argv[1], ['problem_119', 'a b'], 1)"
    )
    child = subprocess.run(
        [sys.executable, "-c", hand_over, project.venv], cwd=project.root, capture_output=True, text=True
    )
    assert (child.returncode, child.stdout, child.stderr) == (7, "1 problem_119 a b\n", "")


@pytest.mark.parametrize("value", ["", "yes", "²", "9" * 5_000])
def test_a_variable_of_that_name_that_is_no_number_is_nobodys(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv(bootstrap.HANDED_OVER, value)
    bootstrap.ensure("", ["--version"])
    assert bootstrap.HANDED_OVER not in os.environ


# A Python that is too old.


def run_as_old_python(project: Project, handed_over: str) -> Run:
    pretend = (
        "import runpy, sys; sys.version_info = (3, 6, 15); "
        f"runpy.run_path({str(project.root / 'runner.py')!r}, run_name='__main__')"
    )
    environment = os.environ | {"RUNNER_HANDED_OVER": handed_over}
    child = subprocess.run([sys.executable, "-c", pretend], env=environment, capture_output=True, text=True)
    return Run(child.returncode, stderr=child.stderr)


def test_an_old_python_is_told_the_version_that_is_needed(project: Project) -> None:
    assert run_as_old_python(project, handed_over="") == Run(
        2,
        stderr=f"This needs Python 3.11 or newer, but {sys.executable} is 3.6.15: "
        "type the name of a newer one, such as python3.12 runner.py.\n",
    )


def test_an_old_python_in_the_users_venv_is_named_as_such(project: Project) -> None:
    assert "it belongs to the .venv in this folder" in run_as_old_python(project, handed_over="1").stderr


def test_an_old_python_can_parse_the_command() -> None:
    ast.parse((PROJECT / "runner.py").read_text(), feature_version=(3, 4))
    assert 'f"' not in (PROJECT / "runner.py").read_text()
