"""Small films of single hard moments, each with its truth: the required final reports.

    python -m workshop recordings moments --out tests/recordings

`table` is what all of them are played at, `play` how one is written down, `scripts` what happens in each, `making`
writes films and truths.
"""
