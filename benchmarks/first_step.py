"""A fresh process that takes the first step of one simulator and says when it has."""

import os
import sys
from importlib import import_module


def main() -> int:
    """Prints `stepped`, and `airborne` where the module can tell."""
    module = import_module(sys.argv[1])
    lines = os.fdopen(os.dup(1), "w", buffering=1)
    # Banners of a simulator are not lines of ours.
    os.dup2(2, 1)
    if hasattr(module, "take_off"):
        for reached in module.take_off():
            print(reached, file=lines)
    else:
        module.CASES[0].make(1)(1)
        print("stepped", file=lines)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
