"""What a child reads whose move of Le Tric Trac does not fit."""

from typing import Any

from each import each

from webui.words.games.sentences import sentence

PRIVILEGE = {"dice": (4, 2), "arrow": "12", "toward": "12A"}


@each(
    ("rule", "named", "told"),
    [
        (
            "enter_first",
            {"waiting": 3, "arrow": "1"},
            "You still have 3 men waiting on arrow 1: “Il faut tout d'abord mettre ses dames en jeu avant de les faire"
            " avancer”.",
        ),
        (
            "bosse_closed",
            {"arrow": "12A", "own": "12"},
            "Arrow 12A is the other player's bosse: “Aucune dame ne pourra s'y poser”. Yours is arrow 12.",
        ),
        (
            "home_exact",
            {"dice": (4, 3), "arrow": "3A", "needed": 2},
            "From arrow 3A a man arrives with exactly 2 points: 4 or 3 does not do it.",
        ),
        (
            "home_exact",
            {"dice": (4, 4), "arrow": "2A", "needed": 1},
            "From arrow 2A a man arrives with exactly 1 point: 4 does not do it.",
        ),
        (
            "privilege_denied",
            {**PRIVILEGE, "reason": "direct"},
            "Other men of yours reach your bosse with 4 and 2: the dice of arrow 12A help only “lorsqu'il ne peut"
            " réussir ce coup avec d'autres dames”.",
        ),
        (
            "privilege_denied",
            {**PRIVILEGE, "reason": "alone"},
            "With 4 and 2 you may stop on your bosse, arrow 12, only where both dice lead two men to arrow 12A.",
        ),
    ],
)
def test_a_child_reads_this(rule: str, named: dict[str, Any], told: str) -> None:
    assert sentence(rule, named, "en") == told


def test_each_reason_has_its_own_sentence() -> None:
    reasons = ("entering", "taken", "opposed", "direct", "alone")
    told = {sentence("privilege_denied", {**PRIVILEGE, "reason": reason}, "en") for reason in reasons}
    assert len(told) == len(reasons)
