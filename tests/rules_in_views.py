"""House rules that have no field of their own in a view, and why, by game.

A reason that begins with a field in backticks says where a seat sees what comes of the rule. `GAP`
is none: the rule can matter for a decision, and nothing in the view tells it.
"""

from __future__ import annotations

from collections.abc import Mapping

GAP = "nothing tells it: strategies play as by the standard rule"
LEGAL = "`legal`: what may be done at this turn is all that it changes"
NOBODY = "nobody decides anything"

REASONS: Mapping[str, Mapping[str, str]] = {
    "bridge": {
        "chicago_style": GAP,
        "chicago_vul_23": "`vul`: who is vulnerable",
        "honors": GAP,
        "doubles": LEGAL,
        "redeal_passed_out": GAP,
        "max_redeals": GAP,
        "first_dealer": "`dealer`: who deals",
        "max_deals": GAP,
        "given": "its help says that strategies are not told",
        "boards": GAP,
        "comparison": GAP,
    },
    "cheat": {
        "after_challenge": GAP,
        "classroom_trichez": "`mode`: 4 is the classroom game",
        "phrase_cards": GAP,
        "cheat_cards": GAP,
        "tell_rate": GAP,
        "false_tell_rate": GAP,
    },
    "chinese-ten": {
        "red_nine": "`points`: of every card",
        "spade_ace_min_players": "`points`: of every card",
        "club_ace_min_players": "`points`: of every card",
        "four_alike_layout": "it is over before anybody decides",
        "triple_layout": "`triple_rank`: the rank whose fourth card takes all",
        "must_capture": LEGAL,
        "first_player": "`first`: who played first",
    },
    "counter-cameroon": {
        "scoring": "`points`: of every category",
        "must_mark": LEGAL,
        "first_player": "`i_rolled_first`: who rolled first",
        "early_stop": GAP,
        "max_turns": GAP,
    },
    "dice-game": dict.fromkeys(
        ("start_units", "max_dice", "end_condition", "wipe_out", "resolution", "first_player"),
        NOBODY,
    ),
    "ninety-nine": {
        "start_pennies": "`pennies`: of every seat now",
        "card_table": "`kind`: what each own card does",
        "negative_total": "`total_after`: the total after each action",
        "forget_draw_prob": GAP,
        "stock_exhausted": GAP,
        "continue_after_loss": GAP,
        "infinite_deck": GAP,
    },
    "scat": {
        "score_mode": GAP,
        "start_lives": "`lives`: of every seat now",
        "charity": GAP,
        "two_life_overflow": GAP,
        "knocker_lowest_penalty": GAP,
        "knocker_tie": GAP,
        "thirty_one_after_knock": GAP,
        "three_of_a_kind": "`value`: of the own hand; of others' hands nothing tells it",
        "grand_cadillac": "`value`: of the own hand; of others' hands nothing tells it",
        "straight_flush": "`value`: of the own hand; of others' hands nothing tells it",
        "straight_flush_ace_low": "`value`: of the own hand; of others' hands nothing tells it",
        "min_knock_score": LEGAL,
        "knock_needs_suited": LEGAL,
        "first_turn_option": LEGAL,
        "first_turn_knock": LEGAL,
        "knock_timing": LEGAL,
        "own_discard_after_knock": LEGAL,
        "undeclared_31": GAP,
        "miss_31_prob": GAP,
        "stock_exhausted": GAP,
        "exhausted_after_knock": GAP,
        "tie_break": GAP,
        "points_target": GAP,
        "bus_extra_levels": "`lives`: the steps that are left",
        "max_turns": GAP,
    },
    "spades": {
        "spade_lead": LEGAL,
        "first_trick_spades": LEGAL,
        "min_team_bid": LEGAL,
        "forbid_total_13": LEGAL,
        "double_nil_allowed": LEGAL,
    },
    "square-nine": {
        "jokers_per_deck": GAP,
        "match_lines": "`line_set`: lines that count 0; of lines that could, nothing tells it",
        "joker_line": GAP,
        "open_cells": "`seats.open`: cells that may be replaced more than once",
        "replace_once": LEGAL,
        "joker_value": "`points`: of each rank",
        "king_value": "`points`: of each rank",
        "expose_order": "`seats.open`: cells that others have chosen by then",
        "final_turn": GAP,
        "stock_exhausted": GAP,
        "holes": "`holes_left`: hands that are left",
        "max_turns": GAP,
    },
}
