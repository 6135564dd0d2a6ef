"""Commands that answer every mistake with one line and an exit code."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from functools import wraps
from io import TextIOWrapper
from typing import Any, NoReturn, TypeVar

import click

from hemicycle.sim.errors import InputError, RunError, nearest

F = TypeVar("F", bound=Callable[..., Any])


class Commands(click.Group):
    """A group that names the nearest command for an unknown one and keeps examples as written."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            ctx.fail(f"no command '{args[0]}'{nearest(args[0], known)}")
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> NoReturn:
        """As click's, but a usage error is one line like every other.

        A strategy that never answers still runs on its thread at the end; were Python to clear up
        its compiled code under it, the process would crash.
        """
        try:
            self._answer(*args, **kwargs)
        except SystemExit as done:
            as_program = not args and not kwargs
            if as_program and any(t.daemon and t.is_alive() for t in threading.enumerate()):
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(done.code if isinstance(done.code, int) else 0)
            raise

    def _answer(self, *args: Any, **kwargs: Any) -> NoReturn:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):  # a terminal that knows no dashes gets "?"
                stream.reconfigure(errors="replace")
        try:
            code = super().main(
                *args, **{**kwargs, "prog_name": "hemicycle", "standalone_mode": False}
            )
        except click.exceptions.NoArgsIsHelpError as shown:
            click.echo(shown.format_message())
            code = 0
        except click.ClickException as error:
            fail(" ".join(error.format_message().split()), 2)
        except OSError as error:
            if not isinstance(error, BrokenPipeError):
                fail(f"{error.filename or 'a file'}: {error.strerror or error}", 2)
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = 1
        sys.exit(code if isinstance(code, int) else 0)


def guarded(func: F) -> F:
    """Turn what went wrong into one line and an exit code."""

    @wraps(func)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return func(*args, **kwargs)
        except InputError as error:
            fail(str(error), 2)
        except RunError as error:
            fail(str(error), 1)
        except KeyboardInterrupt:
            fail("interrupted", 130)

    return call  # type: ignore[return-value]


def fail(message: str, code: int) -> NoReturn:
    """End with one line on stderr."""
    click.echo(f"Error: {message}", err=True)
    sys.exit(code)
