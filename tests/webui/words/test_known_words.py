"""What Piste knows of a table, in one sentence."""

from each import each

from vision.known.acquaintance import Acquaintance
from webui.words import words
from webui.words.known import acquaintance

CASES = [
    (Acquaintance(), "Je ne connais pas encore cette table ; je l’apprends pendant que vous jouez."),
    (
        Acquaintance(stored=18),
        "Je me souviens de 18 cases de cette table ; j’apprends le reste pendant que vous jouez.",
    ),
    (
        Acquaintance(1, 0, 18, ground=True),
        "J’ai appris cette table en 1 moment de jeu (18 cases d’un seul côté, le milieu vide) : "
        "aucun dé n’est encore confirmé par le jeu, je ne peux donc pas dire combien je me trompe.",
    ),
    (
        Acquaintance(178, 0, 36, ground=True, dice=4),
        "J’ai appris cette table en 178 moments de jeu (36 cases d’un seul côté, le milieu vide, 4 dés) : "
        "le jeu a confirmé 4 dés, et je n’en ai mal lu aucun pour l’instant.",
    ),
    (
        Acquaintance(12, 9, 1, True, 20, 1, ("seat-2/slot-7",), ("seat-1/slot-3",)),
        "J’ai appris cette table en 12 moments de jeu (9 cases des deux côtés, 1 case d’un seul côté, le milieu vide, "
        "20 dés) : ces cases se ressemblent des deux côtés : 7 (place 2), et le jeu et moi n’étions pas d’accord sur "
        "ces cases : 3 (place 1), et j’ai mal lu 1 dé sur 20.",
    ),
]


@each(("known", "sentence"), CASES)
def test_a_table_is_told_in_one_sentence(known: Acquaintance, sentence: str) -> None:
    assert acquaintance(words("fr"), known) == sentence


def test_it_is_told_in_english_too() -> None:
    sentence = acquaintance(words("en"), Acquaintance(2, 3))
    assert sentence.startswith("I have learnt this table from 2 moments of play (3 tiles from both sides")
