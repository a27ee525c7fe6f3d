"""The dice area: where dice fall at a table whose board is not followed."""
