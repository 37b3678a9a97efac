"""Lets a run that has met its verdict go on being a run, until its user ends it."""

from collections.abc import Callable

from simloop.cli.watching import Watching
from simloop.server.session import Result, Session


def stay(
    session: Session,
    result: Result,
    watching: Watching,
    watch: Callable[[], None],
    conclude: Callable[[Result], None],
) -> None:
    """Stand still at the verdict; play on, go back and fly again as the page asks.

    `conclude` gets what every further verdict came to, and where the run was when it was ended.
    """
    while not session.interrupted:
        session.simulation.pause(True)
        watching.tell_verdict(session, result)
        before, result = result, session.run(watch)
        # Who only looked has left nothing to tell of.
        if not session.interrupted or result.state_hash != before.state_hash:
            conclude(result)
