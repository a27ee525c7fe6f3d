"""Recorded games: made, watched and scored.

python -m workshop.recordings make --out DIR --seed 1201 --count 24
python -m workshop.recordings score DIR ../shared/photos/dice/video --json
"""

import argparse
import json
import sys
import time
from pathlib import Path


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(
        prog="python -m workshop.recordings",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = parser.add_subparsers(dest="verb", required=True)
    make = verbs.add_parser("make", help="film games at random, and write what happens in them")
    make.add_argument("--out", type=Path, required=True)
    make.add_argument("--seed", type=int, required=True)
    make.add_argument("--count", type=int, default=24)
    score = verbs.add_parser(
        "score", help="watch films that have their truth beside them, and score what was told"
    )
    score.add_argument("folders", type=Path, nargs="+")
    score.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    score.add_argument(
        "--old", action="store_true", help="take what was told of a film before, where it lies there"
    )
    score.add_argument(
        "--faults", type=Path, help="folder for the frames at which something was told wrongly"
    )
    asked = parser.parse_args()
    if asked.verb == "make":
        _make(asked)
    else:
        _score(asked)


def _make(asked: argparse.Namespace) -> None:
    from .making import make

    begun = time.monotonic()
    for film in make(asked.out, asked.seed, asked.count):
        print(f"{film}: {time.monotonic() - begun:.0f} s", file=sys.stderr, flush=True)
        begun = time.monotonic()


def _score(asked: argparse.Namespace) -> None:
    from .faults import save
    from .figures import report, table
    from .watching import recordings, watched

    clips = []
    for recording in recordings(asked.folders):
        begun = time.monotonic()
        clips.append(watched(recording, again=not asked.old))
        spent = time.monotonic() - begun
        print(
            f"{recording.film}: {clips[-1].seconds:.0f} s of film in {spent:.0f} s",
            file=sys.stderr,
            flush=True,
        )
        if asked.faults:
            save(asked.faults, recording.film, clips[-1].score)
    told = report(clips)
    print(json.dumps(told, indent=1) if asked.json else "\n".join(table(told)))


if __name__ == "__main__":
    main()
