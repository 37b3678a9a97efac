"""Recordings played to viewers: read by columns, shown in the scene of their run, compared."""
