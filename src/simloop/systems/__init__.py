"""Built-in plugins, one small folder each."""
