"""Hands topics, inputs and states of a run to a sink; what the sink does with them is its own.

No file is opened here: the server brings a sink that writes MCAP.
"""
