"""Functions that are written once for every game and chosen by the type of the game's state record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

import numba as nb
from numba import types
from numba.core.imputils import lower_constant
from numba.extending import models, register_model, typeof_impl

from hemicycle.sim.jit import rule_kernel

P = ParamSpec("P")
R = TypeVar("R")


class Verb:
    """Called in a kernel, or with jit off, it is the function of the game whose state it is given.

    `rules` are these functions, by dtype and by numba type of the state.
    """

    def __init__(self, name: str, *, inlined: bool = False) -> None:
        """`inlined`: into the play loop, for what is called at every decision."""
        self.name, self.inlined = name, inlined
        self.rules: dict[Any, Any] = {}

    def __call__(self, state: Any, *rest: Any) -> Any:
        """With jit off. KeyError for a record that is no game's state."""
        return self.rules[state.dtype](state, *rest)


def rule_of(verb: Verb, dtype: Any) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Make the decorated function a kernel, and the `verb` of the game with this state."""

    def register(func: Callable[P, R]) -> Callable[P, R]:
        rule = rule_kernel(func, inlined=verb.inlined)
        verb.rules[dtype] = verb.rules[nb.from_dtype(dtype)] = rule
        return rule

    return register


class _VerbType(types.Callable):
    """What numba takes a verb for: whichever kernel the type of the first argument chooses."""

    def __init__(self, verb: Verb) -> None:
        self.verb = verb
        super().__init__(f"Verb({verb.name})")

    def _rule(self, args: Any) -> Any:
        return types.Dispatcher(self.verb.rules[args[0]])

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        return self._rule(args).get_call_type(context, args, kws)

    def get_call_signatures(self) -> Any:
        return (), True

    def get_impl_key(self, sig: Any) -> Any:
        return self._rule(sig.args).get_impl_key(sig)


register_model(_VerbType)(models.OpaqueModel)


@typeof_impl.register(Verb)
def _verb_type(verb: Verb, context: Any) -> Any:
    return _VerbType(verb)


@lower_constant(_VerbType)  # type: ignore[no-untyped-call, untyped-decorator]
def _verb_constant(context: Any, builder: Any, kind: Any, verb: Any) -> Any:
    return context.get_dummy_value()
