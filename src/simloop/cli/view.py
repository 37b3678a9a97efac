"""`simloop view`: a page for recordings, or for a run that is under way without one."""

import argparse
import asyncio
import sys
from functools import partial

from simloop.cli.main import ENVIRONMENT, OK, USAGE
from simloop.cli.page_options import address_lines, rules_of
from simloop.cli.scene_token import scene_of
from simloop.studio.access import Keys
from simloop.studio.hub import NotServed
from simloop.studio.page_address import PageAddresses, open_page
from simloop.studio.serving import serve


def view(options: argparse.Namespace) -> int:
    """Serve a page until what it shows ends, everybody has gone, or Ctrl-C."""
    first, *more = options.what
    if not any("://" in each for each in options.what) and len(more) < 2:
        # Imported when it is needed: watching a run does without.
        from simloop.cli.view_recordings import view_recordings

        return view_recordings(options)
    if more:
        print("simloop: view takes one run, two recordings, or one address", file=sys.stderr)
        return USAGE
    return _watch(first, options)


def _watch(address: str, options: argparse.Namespace) -> int:
    try:
        scene = scene_of(address, options.token_file)
    except ValueError as wrong:
        print(f"simloop: {wrong}", file=sys.stderr)
        return USAGE
    rules, keys = rules_of(options), Keys.fresh()
    rules.tls()
    with open_page(options.page_port, rules) as page:
        lines = address_lines(PageAddresses(page, keys, rules), rules, options.share)
        try:
            # An address that nobody could use is not printed.
            said = partial(print, *lines, sep="\n", flush=True)
            asyncio.run(serve(page, keys, scene, rules, connected=said))
        except KeyboardInterrupt:
            return OK
        except NotServed as reason:
            print(f"simloop: {scene.host}:{scene.port}: {reason}", file=sys.stderr)
            return ENVIRONMENT
        except (ConnectionError, TimeoutError):
            print(
                f"simloop: no run can be watched at {scene.host}:{scene.port}: "
                "start one with 'simloop run --headless' and use the address it prints",
                file=sys.stderr,
            )
            return ENVIRONMENT
    print("the run is over")
    return OK
