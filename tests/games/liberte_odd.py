"""Mixes of Liberté in which seldom things happen."""

MIXES = (
    (),
    ("display_limit=2", "display_limit_sansculottes=5"),
    ("landslide_red_votes=8",),
    ("cr_provinces_needed=4", "cr_active_turn1=1", "cr_active_turn2=1"),
    ("take_discard_threshold=5",),
    ("start_hand=3", "refill_hand_to=4"),
    ("stacks_per_province=2", "stack_max=2"),
    ("tokens_per_player=6",),
    ("blocks_red=10",),
    (
        *("display_limit=1", "display_limit_sansculottes=6", "stack_max=9", "turns=3"),
        *("provinces.Île-de-France.counter_revolution=1", "provinces.Vendée.votes_max=4"),
        *("stacks_per_province=6", "faceup_cards=8", "gov_tie_step_back=3"),
    ),
)
"""The standard mix, and changes to it; every rule must hold with each of them."""
