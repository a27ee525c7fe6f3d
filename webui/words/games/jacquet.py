"""The words of Jacquet; refusals quote the deciding phrase of the sheet."""

from __future__ import annotations

from dataclasses import replace

from .. import N_, Nn_
from .arrows import ARROWS, COUNTS, place_of, won
from .forms import cases, counted, says
from .row import CoachOffer
from .shared import YES_NO

JACQUET = replace(
    ARROWS,
    title="Jacquet",
    about=N_("For two: a postillon goes ahead, all men follow it round the board and leave it."),
    abouts={
        "Jacquet Ravensburger (notice)": N_(
            "For two: a postillon goes ahead, all men follow it round the board. At most 6 arrows in a row are held;"
            " a man leaves by its exact number."
        ),
        "Jacquet traditionnel": N_(
            "For two: a postillon goes ahead, all men follow it round the board. At most 5 arrows in a row are held;"
            " a greater number lets the last man leave."
        ),
    },
    profiles={
        "Jacquet Ravensburger (notice)": N_("Jacquet, as the leaflet has it"),
        "Jacquet traditionnel": N_("Jacquet, traditional"),
    },
    refusals={
        **ARROWS.refusals,
        "postillon_first": says(
            N_(
                "Only your postillon, on %(place)s, moves before it has come to the other player's grand jan."
            ),
            place=place_of("post"),
        ),
        "postillon_stays": says(
            N_("Your postillon is on %(place)s: a %(die)s would take it beyond the last arrow."),
            place=place_of("post"),
        ),
        "too_long_block": N_(
            "You may not hold more than %(most)s arrows in a row (%(row)s here) “before you have put a man on the 23rd"
            " or 24th arrow” of your way."
        ),
        "not_all_arrived": counted(
            Nn_(
                "Men leave the board once all of yours are on the other player's grand jan:"
                " %(n)s is still on its way.",
                "Men leave the board once all of yours are on the other player's grand jan:"
                " %(n)s are still on their way.",
            ),
            "outside",
        ),
        "not_exact": says(
            N_(
                "To leave the board from %(place)s takes exactly %(needed)s, up to “the last arrow plus one”:"
                " %(die)s is not it."
            ),
            place=place_of("arrow"),
        ),
        "rearmost_first": says(
            N_(
                "Men leave the board “in order, beginning with the one farthest” from the end:"
                " that is on %(place)s."
            ),
            place=place_of("farther"),
        ),
        "touched_man": says(
            N_("You touched a man on %(place)s without saying “J'adoube”: you must move it."),
            place=place_of("arrow"),
        ),
    },
    outcomes={
        **ARROWS.outcomes,
        "won": won({"all_off": N_("All fifteen men have left the board.")}, COUNTS),
        "touched": cases(
            "reason",
            {"must_move": N_("%(name)s touched a man and must move it.")},
            N_("%(name)s touched a man that cannot be moved: any other may be."),
        ),
    },
    passes={
        "arrow_held": N_("With %(dice)s you cannot play: the arrows where you would arrive are “bouchées”."),
        "too_long_block": N_(
            "With %(dice)s you would hold too many arrows in a row: that is not allowed yet."
        ),
        "postillon_stays": N_("With %(dice)s your postillon would go beyond the last arrow."),
        "not_all_arrived": N_(
            "With %(dice)s you cannot play: all your men must first be on your arrows 19 to 24."
        ),
        "not_exact": N_("You need the exact number to leave: the last arrow “plus un”. You threw %(dice)s."),
        "rearmost_first": N_(
            "The man that has farthest to go leaves first, and %(dice)s does not take it out."
        ),
        "nothing_fits": N_("With %(dice)s none of your men can move."),
    },
    handicap=N_("So many of a player's men are off the board already when a game begins, %(least)s to %(most)s."),
    house_rules={
        **ARROWS.house_rules,
        "block": (
            N_("How many arrows in a row may be held before a man stands on the 23rd or 24th?"),
            {6: N_("Six in a row"), 5: N_("Five in a row"), 99: N_("As many as one likes")},
        ),
        "exit": (
            N_("When does a man leave the board?"),
            {
                "exact_rearmost": N_("With the exact number, the farthest first"),
                "exact_any": N_("With the exact number, any of them"),
                "overshoot": N_("With a greater number too, the farthest first"),
            },
        ),
        "doublet_postillon": (N_("Does a running postillon play a doublet four times?"), YES_NO),
        "touch_move": (
            N_("Must a man that was touched be moved?"),
            {"off": N_("No"), "on": N_("Yes, unless “J'adoube” was said")},
        ),
    },
    coach=CoachOffer("arrows", "Jacquet: how far the men still have to go."),
)
