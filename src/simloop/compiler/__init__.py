"""Plain Python kernels to machine code; docs/guides/kernel.md has the language."""
