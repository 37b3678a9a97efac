"""Options of the page, the same wherever one is served."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from simloop.cli.numbers import port

if TYPE_CHECKING:
    from simloop.studio.access import Role
    from simloop.studio.page_address import PageAddresses
    from simloop.studio.page_rules import PageRules


def add_page_options(parser: argparse.ArgumentParser) -> None:
    """Add them to a verb."""
    page = parser.add_argument_group("the page")
    page.add_argument(
        "--page-port",
        type=port,
        default=8080,
        metavar="N",
        help="its port, or the next free one (8080); 0 takes any",
    )
    page.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="where it listens (127.0.0.1: this machine only); 0.0.0.0 is everywhere",
    )
    page.add_argument(
        "--share",
        action="append",
        default=[],
        choices=("view", "operate"),
        help="print an address for others, who may look or also send commands",
    )
    page.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="another name that browsers reach it by; repeatable",
    )
    page.add_argument("--tls-cert", metavar="FILE", help="serve https with this certificate")
    page.add_argument("--tls-key", metavar="FILE", help="its key, unless it is in the same file")
    page.add_argument(
        "--embed",
        action="append",
        default=[],
        metavar="ORIGIN",
        help="let pages of this origin show it in a frame; repeatable",
    )


def rules_of(options: argparse.Namespace) -> "PageRules":
    """What the options ask for; PageMistake says what cannot be."""
    # Late, so that --help answers at once.
    from simloop.studio.page_rules import PageRules

    return PageRules(
        host=options.host,
        names=tuple(options.allow_host),
        embed=tuple(options.embed),
        certificate=options.tls_cert,
        key=options.tls_key,
    )


def address_lines(
    addresses: "PageAddresses", rules: "PageRules", shares: "Sequence[Role]"
) -> list[str]:
    """What to print: the owner's address, those for others, and a warning if one is due."""
    words = {"view": "others may look", "operate": "others may operate"}
    return [
        f"open {addresses.of('admin')}",
        *(f"{words[role]}: {addresses.of(role)}" for role in dict.fromkeys(shares)),
        *(f"warning: {line}" for line in rules.warnings),
    ]
