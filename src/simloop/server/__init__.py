"""The composition root: scenario, plugins, loop."""
