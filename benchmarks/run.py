"""Entry of `make bench`: run it with the Python of .venv-bench, from any folder."""

import sys
from pathlib import Path

# A script's own folder stands first on the path; the package is found from the one above.
sys.path[0] = str(Path(__file__).resolve().parent.parent)

from benchmarks.command import main  # noqa: E402

if __name__ == "__main__":
    raise SystemExit(main())
