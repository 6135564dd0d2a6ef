"""Lint, format and types are clean."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*command: str, cwd: Path = ROOT, **environment: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=cwd,
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_lint() -> None:
    run("ruff", "check", ".")


def test_format() -> None:
    run("ruff", "format", "--check", ".")


@pytest.mark.slow
def test_types(tmp_path: Path) -> None:
    """mypy cannot see through the editable install's import hook: show it the tree by its name."""
    (tmp_path / "hemicycle").symlink_to(ROOT)
    settings = str(ROOT / "pyproject.toml")
    run("mypy", "--config-file", settings, "-p", "hemicycle", cwd=tmp_path, MYPYPATH=str(tmp_path))
