"""The command as installed, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

COMMAND = Path(sys.executable).parent / "hemicycle"


def installed(*words: object, cwd: Path, **settings: object) -> subprocess.CompletedProcess[str]:
    """Run it in the folder `cwd`, with `settings` added to the environment."""
    return subprocess.run(
        [COMMAND, *map(str, words)],
        cwd=cwd,
        env={**os.environ, **{name: str(value) for name, value in settings.items()}},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
