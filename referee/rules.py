"""Every rule that can be broken at the table, and the values that its sentence is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from .core import Event, Foul, Move, Roll, Value, are_dice
from .errors import IllegalMove

MOST_TOLD = 15
"""Most legal moves that an error's message names."""

RULE_IDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        # Throws.
        "must_close": ("dice",),  # thrown again while a closing is owed for `dice`
        "dice_count": ("due", "thrown"),  # `thrown` dice lie where `due` were due
        "not_dice": ("thrown",),  # numbers that no die shows
        "dice_unsure": ("readings", "closed"),  # none of what the dice may show allows it
        "board_unsure": ("tiles",),  # closed with a throw that nobody read, and play went on
        "game_over": (),  # thrown or closed after the end
        # What a match knows, whatever the game.
        "paused": (),  # play while the match is interrupted
        "not_paused": (),  # resumed without a pause
        "not_at_start": (),  # a position can be set up before the first throw only
        "not_in_this_game": (),  # cards dealt, or a touch noted, in a game that knows neither
        "no_such_player": ("player",),  # who leaves or is replaced does not play, or not any more
        "last_player": (),  # the last one who is left cannot leave
        # Tiles that no closing may touch.
        "throw_first": ("closed", "due"),  # closed before the `due` dice were thrown
        "reopened": ("tiles",),  # closed tiles of the player stand open again
        "other_frame": ("seat", "closed", "opened"),  # changed in the frame of `seat`, whose turn it is not
        "tile_missing": ("seat", "tiles"),  # no tile lies in these places of `seat`'s frame
        "not_reset": ("tiles",),  # closed since the turn or game before: open them first
        "already_shut": ("tiles",),  # named in a closing, but shut before
        "no_such_tile": ("tiles", "most"),  # the frame ends at `most`
        # Men on the board of arrows; an arrow is named as it is printed ("12A"), or "bar", "off".
        "must_move": ("dice",),  # thrown again while a play is owed for `dice`
        "must_throw": ("due",),  # played before the `due` dice were thrown
        "must_answer": ("word",),  # played or thrown while `word` waits for its answer
        "not_now": ("word",),  # said when it may not be said
        "no_man_there": ("arrow",),  # no man of the player who moves stands there
        "wrong_way": ("source", "target"),  # backwards, or to where it stands
        "no_die_for_it": ("dice", "source", "target", "steps"),  # none of the dice left takes a man so far
        "arrow_held": ("arrow", "men"),  # `men` of the opponent hold it
        "dice_used_up": ("dice",),  # one step more than the throw has
        "more_possible": ("dice", "played", "most"),  # `most` dice can be played, `played` were
        "not_a_play": ("dice",),  # the men stand as no play of these dice leaves them
        # Backgammon.
        "bar_first": ("waiting",),  # moved another man while `waiting` men are on the bar
        "not_all_home": ("outside",),  # borne off while `outside` men are not in the last quarter
        "die_too_small": ("dice", "arrow", "needed"),  # no die is great enough to bear off from there
        "push_first": ("dice", "arrow", "farther"),  # a die too great bears off from the last arrow only
        "greater_die_first": ("dice", "greater"),  # of two dice one can be played: the greater
        # Le Tric Trac. Arrows by what is printed on them.
        "enter_first": ("waiting", "arrow"),  # `waiting` men stand on the start arrow and come into play first
        "bosse_by_two": ("arrow",),  # a man alone on his own empty bosse
        "bosse_last_two": ("arrow",),  # one of the last two left his bosse without the other
        "bosse_closed": ("arrow", "own"),  # a man on the opponent's bosse; `own` is the player's
        # Two men by dice that lead onto the opponent's bosse `toward`: `reason` as Throws.denied gives it.
        "privilege_denied": ("dice", "arrow", "toward", "reason"),
        "winning_move": ("dice",),  # of two dice one can be played; a move that wins counts as both
        "home_exact": ("dice", "arrow", "needed"),  # beyond the last arrow, which is `needed` points away
        # Jacquet.
        "postillon_first": ("post",),  # moved another man than the postillon, which stands on `post`
        "postillon_stays": ("post", "die"),  # `die` would take the postillon beyond the last arrow
        "too_long_block": ("most", "row"),  # would hold `row` arrows in a row without a man on the last two
        "not_all_arrived": ("outside",),  # borne off while `outside` men are not in the opponent's grand jan
        "not_exact": ("arrow", "needed", "die"),  # to bear off from there takes exactly `needed`
        "rearmost_first": ("arrow", "farther"),  # borne off from `arrow` while a man on `farther` has more to go
        "touched_man": ("arrow",),  # touched there without "j'adoube", and not moved
        # OCCE, child rule.
        "not_the_die": ("dice", "closed"),  # one die: only its own tile
        # Neither the dice's tiles nor the sum's.
        "not_the_dice": ("dice", "sum_due", "closed", "sum_closed", "possible"),
        "single_not_allowed": ("dice", "closed", "other"),  # alone while `other` is open too
        "too_many": ("dice", "closed", "possible"),  # the dice's tiles and their sum's as well
        # OCCE, adult variant.
        "sum_mismatch": ("dice", "sum_due", "closed", "sum_closed"),  # must sum to exactly the dice
        # Tric-Trac Royal.
        # Neither the total nor one die.
        "total_or_die": ("dice", "sum_due", "closed", "sum_closed", "sums", "alone"),
        "single_total_possible": ("dice", "sum_due", "closed"),  # one die although the total can be covered
        "single_not_split": ("dice", "closed", "sums", "alone"),  # one die covers one tile only
        # Tock, cards.
        "no_dice": (),  # dice were thrown in a game of cards
        "not_dealing": (),  # cards were dealt while none are due
        "deal_count": ("due", "counts"),  # each of four players gets `due` cards, not `counts`
        "deal_unknown": (),  # the phones hold the hands: all four must be told
        "no_such_card": ("cards",),  # no cards of the pack
        "pack_short": ("card", "left", "dealt"),  # `dealt` of a card of which the pack holds `left`
        "deal_first": ("due",),  # something was done before `due` cards each were dealt
        "give_first": (),  # a card was played before all four gave one to their partners
        "give_done": (),  # a card was given after the exchange
        "give_named": (),  # the hand is known: say which card is given
        "give_unseen": (),  # the hand is not known: a gift stays secret
        "not_in_hand": ("card",),  # the player does not hold it
        "card_gone": ("card",),  # all four of it have been seen elsewhere
        "must_play": ("card", "playable"),  # discarded although `playable` can be played
        "card_first": ("spaces",),  # pawns were moved without a card
        "not_the_card": ("card", "spaces"),  # what changed is nothing that this card does
        # Tock, pawns; holes are 0 to 71, places of a house 72 to 75.
        "card_alone": ("card",),  # laid without moving a pawn
        "one_pawn": ("card",),  # only a 7 moves several
        "enter_card": ("card",),  # only an ace or a king brings a pawn in
        "no_base": (),  # no pawn waits in the base
        "start_taken": ("hole",),  # a protected pawn stands on the start
        "no_pawn": ("hole",),  # nobody who may be moved stands there
        "not_yours": ("card", "hole"),  # this card moves only the player's own pawns
        "five_others": ("hole",),  # a 5 moves somebody else's pawn
        "five_opponents": ("hole",),  # a 5 moves an opponent's pawn, not the partner's
        "swap_card": ("card",),  # only a jack exchanges pawns
        "swap_own": ("hole", "to"),  # of two exchanged pawns one is another player's
        "swap_theirs": ("hole", "to"),  # of two exchanged pawns one is the player's own
        "pawn_protected": ("hole",),  # has just entered: not moved by others, not exchanged
        "in_house": ("hole",),  # a pawn in its house never leaves it
        "way_blocked": ("hole", "block"),  # a protected pawn in `block` cannot be passed or taken
        "house_jump": ("hole", "stands"),  # a pawn of the house cannot be passed
        "house_end": ("card", "hole"),  # the house has only four places
        "must_go_home": ("hole", "to"),  # reaches the free place `to` of the house exactly: it goes in
        "wrong_hole": ("card", "hole", "to", "lands"),  # the card brings it to one of `lands`, not `to`
        "seven_rest": ("rest",),  # `rest` steps of the 7 are still to be made
        "seven_over": ("hole", "rest"),  # more than the `rest` steps that are left of the 7
        "seven_twice": ("hole",),  # this pawn has had its part of the 7
        # Trente. Players are numbered from 1.
        "must_keep": ("dice",),  # thrown again before one of `dice` was set aside
        "throw_to_keep": ("due",),  # set aside before the `due` dice were thrown
        "not_thrown": ("kept", "dice"),  # some of `kept` are not among the dice thrown
        "aside_thrown": ("aside", "due", "thrown"),  # dice set aside were thrown again with the `due` others
        "aside_stays": ("aside",),  # these dice lay aside and do not any more
        "first_die_decides": ("threshold",),  # the threshold named is not that of the first die set aside
        "target_first": ("level", "targets"),  # went on before saying which of `targets` is attacked
        "no_attack_due": (),  # named a target where none is to be chosen
        "not_yourself": ("targets",),  # attacked oneself
        "target_dead": ("target", "targets"),  # attacked who is out of the round already
        "not_a_target": ("target", "targets"),  # attacked who cannot be attacked now
        "revenge_first": ("player",),  # went on before `player`, who was killed, said yes or no
        "no_revenge_due": (),  # revenge of nobody
    }
)
"""Rule id -> the names of its values, in order. Dice and tiles are tuples of numbers, tiles ascending.

What may be closed instead, with these dice and these tiles open: `possible` holds every closing; `sums` those of which
every set of open tiles may be closed; `alone` the tiles that may be closed by themselves besides. () where nothing may.
"""


def foul(rule: str, *values: Value, expected: tuple[Move, ...] = ()) -> Foul:
    """A Foul with its values named as RULE_IDS says."""
    return Foul(rule, tuple(zip(RULE_IDS[rule], values, strict=True)), expected)


def dice_refusal(roll: Roll, allowed: tuple[int, ...]) -> Foul | None:
    """not_dice or dice_count of a throw that is due with so many dice, the first number the usual one; or None."""
    if not roll.dice or not are_dice(roll.dice):
        return foul("not_dice", roll.dice)
    return None if len(roll.dice) in allowed else foul("dice_count", allowed[0], len(roll.dice))


def refuse(broken: Foul | None, event: Event, to_text: Callable[[Move], str] = str) -> None:
    """Nothing where no rule is broken; see `illegal`.

    Raises:
        IllegalMove: a rule is broken.
    """
    if broken is not None:
        raise illegal(broken, event, to_text)


def illegal(broken: Foul, event: Event, to_text: Callable[[Move], str] = str) -> IllegalMove:
    """The error of an event that breaks a rule: its message names the rule, what was expected and the event.

    `to_text` writes the moves that would have been legal.
    """
    expected = " or ".join(map(to_text, broken.expected[:MOST_TOLD])) or "something else"
    said = ", ".join(f"{name}={value}" for name, value in broken.values)
    return IllegalMove(f"{broken.rule}({said}): expected {expected}; got {event}", broken)
