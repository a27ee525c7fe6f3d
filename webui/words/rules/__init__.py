"""The rules of the games for players: their pages as data, a file per game, and worked throws in words."""

from .files import has_rules, paragraph_of, rule_sheet
from .sheet import BrokenRules, Example, ExampleStep, Options, Paragraph, RuleSheet

__all__ = [
    "BrokenRules", "Example", "ExampleStep", "Options", "Paragraph", "RuleSheet", "has_rules", "paragraph_of",
    "rule_sheet",
]  # fmt: skip
