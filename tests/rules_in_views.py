"""House rules that have no field of their own in a view, and why, by game.

A reason that begins with a field in backticks says where a seat sees what comes of the rule.
"""

from __future__ import annotations

from collections.abc import Mapping

NOBODY = "nobody decides anything"

REASONS: Mapping[str, Mapping[str, str]] = {
    "bridge": {
        "chicago_style": "`scoring`: 1 where part-scores add up, 0 where they do not",
        "chicago_vul_23": "`vul`: who is vulnerable",
        "first_dealer": "`dealer`: who deals",
        "given": "its help says that strategies are not told",
    },
    "cheat": {
        "after_challenge": "`winner_claims`: who claims then",
        "classroom_trichez": "`mode`: 4 is the classroom game",
    },
    "chinese-ten": {
        "red_nine": "`points`: of every card",
        "spade_ace_min_players": "`points`: of every card",
        "club_ace_min_players": "`points`: of every card",
        "four_alike_layout": "it is over before anybody decides",
        "triple_layout": "`triple_rank`: the rank whose fourth card takes all",
        "first_player": "`first`: who played first",
    },
    "counter-cameroon": {
        "scoring": "`points`: of every category",
        "first_player": "`i_rolled_first`: who rolled first",
    },
    "dice-game": dict.fromkeys(
        ("start_units", "max_dice", "end_condition", "wipe_out", "resolution", "first_player"),
        NOBODY,
    ),
    "ninety-nine": {
        "start_pennies": "`pennies`: of every seat now",
        "card_table": "`card_low`: what every card adds, and the fields behind it what it does",
        "infinite_deck": "`decks`: 0 with it",
    },
    "scat": {
        "start_lives": "`lives`: of every seat now",
        "bus_extra_levels": "`lives`: the steps that are left",
    },
    "square-nine": {
        "jokers_per_deck": "`pack`: cards of each rank in all packs",
        "match_lines": "`line_set`: the lines that count 0",
        "joker_line": "`line_ranks`: 13 where jokers do not count 0 in a line",
        "replace_once": "`any_cell`: whether every cell may be replaced at any time",
        "joker_value": "`points`: of each rank",
        "king_value": "`points`: of each rank",
        "final_turn": "`last_turns`: 0 where there is none",
        "holes": "`holes_left`: hands that are left",
        "max_turns": "`turn_limit`: turns after which a hand is scored",
    },
}
