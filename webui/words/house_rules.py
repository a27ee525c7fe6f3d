"""The rules of the house in words: what each option asks, and what each of its values means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from . import Words

Named = tuple[str, Mapping[Any, str]]


def rule_words(w: Words, name: str) -> Named:
    """The question of an option and the words of its values; an option without words keeps its own name."""
    return {**_throws(w), **_tiles(w), **_ends(w), **_teaching(w)}.get(name, (name, {}))


def _throws(w: Words) -> Mapping[str, Named]:
    return {
        "one_die": (
            w.t("With how many dice?"),
            {
                "after_789": w.t("One die once 7, 8 and 9 are closed"),
                "never": w.t("Always two dice"),
                "may_after_789": w.t("One or two, as one likes, once 7, 8 and 9 are closed"),
                "may_at_6": w.t("One or two, as one likes, when 6 points or fewer are open"),
            },
        ),
        "turns": (
            w.t("Whose turn?"),
            {
                "whole": w.t("Each plays the whole game, then the next"),
                "alternate": w.t("One throw each, in turn"),
            },
        ),
    }


def _tiles(w: Words) -> Mapping[str, Named]:
    yes_no = {True: w.t("Yes"), False: w.t("No")}
    return {
        "single": (
            w.t("May one tile be closed when both are open?"),
            {
                "if_other_shut": w.t("No, only when the other one is closed already"),
                "free": w.t("Yes, freely"),
            },
        ),
        "tiles": (w.t("How many tiles?"), {9: "9", 10: "10", 12: "12"}),
        "frames": (
            w.t("Whose tiles?"),
            {"own": w.t("A frame for each player"), "shared": w.t("One box for all")},
        ),
        "single_combo": (w.t("May one die's number be made of several tiles?"), yes_no),
        "single_only_if_needed": (w.t("One die alone only when the sum cannot be made?"), yes_no),
        "single_ends": (w.t("Does using one die alone end the turn?"), yes_no),
    }


def _ends(w: Words) -> Mapping[str, Named]:
    return {
        "tie": (
            w.t("When several are first?"),
            {"shared": w.t("They win together"), "extra_game": w.t("They play one more game")},
        ),
        "instant_win": (
            w.t("Does closing everything end the game at once?"),
            {True: w.t("Yes"), False: w.t("No, the others still play")},
        ),
        "stake": (w.t("How many counters does each player put in?"), {}),
    }


def _teaching(w: Words) -> Mapping[str, Named]:
    return {
        "show_legal": (
            w.t("Show what may be closed?"),
            {
                "always": w.t("Always"),
                "on_request": w.t("Only when a player asks"),
                "never": w.t("Never: the players find it themselves"),
            },
        ),
    }
