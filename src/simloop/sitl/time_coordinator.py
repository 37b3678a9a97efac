"""TimeCoordinator: everybody's agreement to the next tick, and what happens without it.

External simulators and autopilots are parties of a lockstep run. Whoever needs one asks
`wait_for`; a party that does not answer is named, and the policy says what follows. No wait is
endless but `hold`, which a user or an interrupt ends. Parties that are expected are looked at while
another one is waited for, so all that are missing are named together and waited for at once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

Policy = Literal["hold", "drop", "fail"]
POLICIES: tuple[Policy, ...] = get_args(Policy)
# What helps: words, or who knows them when somebody is named.
Fix = str | Callable[[], str]
# Longest single wait in a party's own `poll`, so that a user's interrupt is heard.
SLICE_S = 0.05
# Who has never come is named sooner than who has fallen silent: a start without a word looks dead.
_NAMED_AFTER_S = 1.5
_NS_PER_S = 1e9

COORDINATOR = "time_coordinator"


class PartyLate(RuntimeError):
    """A party did not answer in time, and the policy is to fail."""


class Listener(Protocol):
    """Who is told about parties; the server writes events of the run."""

    def __call__(self, party: str, what: str, detail: str) -> None:
        """`what` is waiting, late, dropped or back."""


@dataclass(slots=True)
class _Standing:
    """What is known of a party."""

    met: bool = False
    dropped: bool = False
    told: bool = False
    missing_since_ns: int | None = None


@dataclass(frozen=True, slots=True)
class _Expected:
    """A party that can be looked at while another one is waited for."""

    look: Callable[[], bool]
    fix: Fix


def _nobody(party: str, what: str, detail: str) -> None:
    """For runs that nobody watches."""


class TimeCoordinator:
    """Knows all parties by name. `now_ns` is a monotonic clock of the wall, passed in."""

    def __init__(
        self,
        *,
        now_ns: Callable[[], int],
        policy: Policy = "hold",
        timeout_s: float = 2.0,
        start_timeout_s: float = 60.0,
        tell: Listener = _nobody,
    ) -> None:
        if policy not in POLICIES:
            raise ValueError(f"lockstep: policy is '{policy}': write {', '.join(POLICIES)}")
        for name, seconds in (("timeout_s", timeout_s), ("start_timeout_s", start_timeout_s)):
            if not seconds > 0.0:
                raise ValueError(f"lockstep: {name} is {seconds}, must be positive")
        self.policy = policy
        self.timeout_s = timeout_s
        self.start_timeout_s = start_timeout_s
        self.tell = tell
        self.stop_asked: Callable[[], bool] = lambda: False
        self.while_waiting: Callable[[], None] = lambda: None
        """Called many times a second while a tick waits for somebody; it may only look."""
        self._now_ns = now_ns
        self._parties: dict[str, _Standing] = {}
        self._expected: dict[str, _Expected] = {}

    def now_ns(self) -> int:
        """The wall clock by which parties are waited for."""
        return self._now_ns()

    @property
    def parties(self) -> tuple[str, ...]:
        """All that have been waited for, in the order of their names."""
        return tuple(sorted(self._parties))

    def is_dropped(self, party: str) -> bool:
        """Does the run go on without it?"""
        return party in self._parties and self._parties[party].dropped

    def forget(self, party: str) -> None:
        """It has left for good: its vehicle is gone, or its adapter."""
        self._parties.pop(party, None)
        self._expected.pop(party, None)

    def expect(self, party: str, look: Callable[[], bool], *, fix: Fix = "") -> None:
        """Look at a party, too, while another is waited for.

        `look` says without waiting whether it is there and owes nothing.
        """
        self._expected[party] = _Expected(look, fix)

    def expect_no_more(self, party: str) -> None:
        """For now nothing is asked of it."""
        self._expected.pop(party, None)

    def wait_for(self, party: str, poll: Callable[[float], bool], *, fix: Fix = "") -> bool:
        """Wait until a party has answered.

        `poll` waits at most the seconds it is given and says whether the answer is there. A
        dropped party is asked once without waiting, so it comes back by answering.

        Returns:
            True if it answered; False if the run goes on without it, or is being stopped.

        Raises:
            PartyLate: the policy is to fail.
        """
        standing = self._parties.setdefault(party, _Standing())
        if standing.dropped:
            if not poll(0.0):
                return False
        elif not poll(0.0) and not self._wait(party, standing, poll, fix):
            return False
        if standing.told:
            self.tell(party, "back", "answers again" if standing.met else "is there")
        standing.met, standing.dropped, standing.told = True, False, False
        standing.missing_since_ns = None
        return True

    def _wait(
        self, party: str, standing: _Standing, poll: Callable[[float], bool], fix: Fix
    ) -> bool:
        since_ns = self._miss(standing)
        while not self.stop_asked():
            if poll(SLICE_S):
                return True
            self.while_waiting()
            others = self._missing_beside(party)
            waited_s = (self._now_ns() - since_ns) / _NS_PER_S
            unnamed = [other for other in others if not self._parties[other].told]
            self._name(party, standing, fix, unnamed)
            for other in others:
                self._name(other, self._parties[other], self._expected[other].fix)
            patience_s = self.timeout_s if standing.met else self.start_timeout_s
            if waited_s >= patience_s and self.policy != "hold":
                return self._give_up(party, standing, others, _sentence(_silence(waited_s), fix))
        return False

    def _miss(self, standing: _Standing) -> int:
        """Since when it is missing: from now on, unless that was seen while another was awaited."""
        if standing.missing_since_ns is None:
            standing.missing_since_ns = self._now_ns()
        return standing.missing_since_ns

    def _missing_beside(self, party: str) -> list[str]:
        """Who else is expected and not there."""
        missing = []
        for name, expected in list(self._expected.items()):
            if name == party or self.is_dropped(name):
                continue
            standing = self._parties.setdefault(name, _Standing())
            if expected.look():
                standing.missing_since_ns = None
            else:
                self._miss(standing)
                missing.append(name)
        return missing

    def _name(self, party: str, standing: _Standing, fix: Fix, beside: Sequence[str] = ()) -> None:
        """Tell once who is missing for too long, and who beside it.

        Others are seen a look later than the first, and then told by themselves, with what helps.
        """
        waited_s = (self._now_ns() - self._miss(standing)) / _NS_PER_S
        after_s = self.timeout_s if standing.met else min(self.timeout_s, _NAMED_AFTER_S)
        if standing.told or waited_s + 2.0 * SLICE_S <= after_s:
            return
        standing.told = True
        what, why = "late", _silence(waited_s)
        if not standing.met:
            what, why = "waiting", "has not come yet"
        self.tell(party, what, _sentence(why, fix) + _too(beside))

    def _give_up(self, party: str, standing: _Standing, others: list[str], why: str) -> bool:
        if self.policy == "fail":
            raise PartyLate(f"{party} {why}{_too(others)}")
        standing.dropped = True
        self.tell(party, "dropped", "the run goes on without it")
        return False


def _silence(waited_s: float) -> str:
    return f"has not answered for {waited_s:.1f} s of the wall clock"


def _too(others: Sequence[str]) -> str:
    return f"; missing too: {', '.join(others)}" if others else ""


def _sentence(text: str, fix: Fix) -> str:
    said = fix if isinstance(fix, str) else fix()
    return f"{text}: {said}" if said else text
