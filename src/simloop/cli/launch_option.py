"""The option that lets files start programs."""

import argparse


def add_launch_option(verb: argparse.ArgumentParser) -> None:
    """Offer the option that answers for the whole run."""
    verb.add_argument(
        "--allow-launch",
        action="store_true",
        help="let files start the programs that they name under 'launch:'",
    )
