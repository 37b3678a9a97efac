"""The flight stack: an island that knows only its board."""
