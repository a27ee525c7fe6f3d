"""Why a position cannot be: what the referee expects has a sentence, and each sentence something that he expects."""

from pathlib import Path

from each import each

import referee
import webui.site.placing
import webui.table
from webui.words import words
from webui.words.placing import WHY, why_not

SAYS = "".join(
    file.read_text(encoding="utf-8")
    for module in (referee, webui.site.placing, webui.table)
    for file in sorted(Path(module.__file__).parent.rglob("*.py"))
)


@each("expected", [expected for expected, _ in WHY])
def test_each_sentence_answers_to_something_that_is_expected_somewhere(expected: str) -> None:
    assert expected in SAYS


def test_the_first_matching_reason_is_given() -> None:
    w = words("fr")
    assert why_not(w, "position: men: expected a game that is not over") == why_not(w, "all of both borne off")
    assert why_not(w, "expected no white man at off-black").startswith("Une dame de cette couleur")
    assert why_not(w, "something else") == "On ne peut pas continuer à jouer de là."
