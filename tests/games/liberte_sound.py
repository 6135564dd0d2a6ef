"""Is a position of Liberté sound: no broken invariant, and all that is kept twice agrees?"""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.piles import kinds_of
from hemicycle.sim.session import Session


def bits(members: Iterable[int]) -> int:
    return sum(1 << i for i in set(members))


def derived(table: Any) -> dict[str, Any]:
    """What the table remembers about the stacks on the board, worked out from the stacks alone."""
    provinces, players = int(table.mix.board.provinces), int(table.players)
    parameters = table.mix.parameters
    stacks = [
        (province, seat, int(table.colour[province, seat]), int(table.blocks[province, seat]))
        for province in range(provinces)
        for seat in range(players)
        if table.blocks[province, seat] > 0
    ]
    number = Counter(province for province, *_ in stacks)
    coloured = Counter((province, colour) for province, _, colour, _ in stacks)
    colours = range(len(lib.COLOURS))
    return {
        "stacks": [number[p] for p in range(provinces)],
        "stacks_of": [[coloured[p, c] for c in colours] for p in range(provinces)],
        "coloured": [bits(p for p, _, c, _ in stacks if c == wanted) for wanted in colours],
        "stands": [bits(p for p, s, *_ in stacks if s == seat) for seat in range(players)],
        "grows": [
            [
                bits(
                    p
                    for p, s, c, n in stacks
                    if (s, c) == (seat, colour) and n < parameters.stack_max
                )
                for colour in colours
            ]
            for seat in range(players)
        ],
        "full": bits(p for p in number if number[p] >= parameters.stacks_per_province),
    }


def remembered(table: Any) -> dict[str, Any]:
    """The same as the table has it."""
    provinces, players = int(table.mix.board.provinces), int(table.players)
    return {
        "stacks": table.stacks[:provinces].tolist(),
        "stacks_of": table.stacks_of[:provinces].tolist(),
        "coloured": table.coloured.tolist(),
        "stands": table.stands[:players].tolist(),
        "grows": table.grows[:players].tolist(),
        "full": int(table.full),
    }


def pile_is_sound(pile: Any) -> bool:
    """Do the number of cards and the set of kinds fit the copies?"""
    copies = pile.copies.tolist()
    kinds = kinds_of(card for card, n in enumerate(copies) if n > 0)
    return bool(sum(copies) == pile.cards and kinds.tolist() == pile.kinds.tolist())


def assert_sound(session: Session) -> None:
    """No invariant is broken, and all that the state remembers twice agrees."""
    broken = session.check()
    assert broken == 0, session.game.words.INVARIANTS[broken]
    table = session.state.table
    assert remembered(table) == derived(table)
    piles = [table.discards, table.box, *table.displays[: session.players]]
    piles += [session.state.own[seat].hand for seat in range(session.players)]
    assert all(pile_is_sound(pile) for pile in piles)
