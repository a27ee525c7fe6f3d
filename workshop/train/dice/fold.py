"""One fold of "leave one source out": learn from the other sources, then read the one left out.

    python -m workshop.train.dice.fold matteop65 --cache CACHE... --held CACHE/held.pickle --search search.onnx \
        --start drawn.pt --photos ../shared/photos --work DIR --minutes 8

`drawn.pt` learnt from drawn tables alone (train_faces --drawn-only); so did the search. Writes
models/dice/folds/NAME.json: the figures of `python -m workshop evaluate` over every picture of the source.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

LABELS = {"sukhdarshan": "boards/labels.jsonl"}
"""Where a source is labelled, if not among the photographs of dice."""
FOLDS = Path(__file__).parent / "folds"


def commands(given: argparse.Namespace) -> list[list[str]]:
    """What is run, one after the other; the last one's output is the figures."""
    checkpoint, network = given.work / f"{given.source}.pt", given.work / f"{given.source}.onnx"
    caches = [str(cache) for cache in given.cache]
    labels = given.photos / LABELS.get(given.source, "dice/labels.jsonl")
    python = [sys.executable, "-m"]
    return [
        [*python, "workshop.train.dice.train_faces", "--leave-out", given.source, "--cache", *caches,
         "--search", str(given.search), "--start", str(given.start), "--checkpoint", str(checkpoint),
         "--minutes", str(given.minutes), "--rate", str(given.rate), "--seed", str(given.seed)],
        [*python, "workshop.train.dice.export", "faces", str(checkpoint), str(network)],
        [*python, "workshop.train.dice.calibrate", "--search", str(given.search), "--faces", str(network),
         "--held", str(given.held), "--leave-out", given.source, "--tables", *map(str, given.tables)],
        [*given.piste, "evaluate", str(labels), "--board", "none", "--source", given.source, "--json",
         "--dice-net", str(given.search), "--faces-net", str(network)],
    ]  # fmt: skip


def main() -> None:
    """Run one fold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("source", help="part of the name of the source left out")
    parser.add_argument("--cache", type=Path, nargs="+", required=True)
    parser.add_argument("--held", type=Path, required=True)
    parser.add_argument(
        "--tables", type=Path, nargs="*", default=[], help="drawn validation tables, to calibrate"
    )
    parser.add_argument("--search", type=Path, required=True)
    parser.add_argument("--start", type=Path, required=True)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--rate", type=float, default=1.2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--piste", nargs="+", default=["piste"])
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    *steps, score = commands(given)
    for step in steps:
        subprocess.run(step, check=True)
    told = subprocess.run(score, check=True, stdout=subprocess.PIPE, text=True).stdout
    FOLDS.mkdir(exist_ok=True)
    figures = {"left_out": given.source, "minutes": given.minutes, "seed": given.seed, **json.loads(told)}
    (FOLDS / f"{given.source}.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    print(told)


if __name__ == "__main__":
    main()
