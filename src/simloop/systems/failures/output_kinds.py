"""How motors and servos fail: in the columns behind a command, or in the command of a rotor.

An output behind a mixer is felt as effectiveness times position plus bias, so a bias alone can put
it anywhere. A rotor feels effectiveness times command; what must not depend on the command at all
is done to the command itself.
"""

from collections.abc import Iterator, Mapping

from simloop.math.scalar import log
from simloop.systems.failures.changes import Numbers, become, plus, times
from simloop.systems.failures.column_ledger import Changes
from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.fault import Fault, Kind, kind
from simloop.systems.failures.output_map import BEHIND_MIXER, ROTORS, Output
from simloop.world.lag import lag_gain

ROTOR_SHARE = "motor_effectiveness"
SHARE = "output_effectiveness"
BIAS = "output_bias"
STUCK = "output_stuck"
LAG = "output_lag_gain"
POSITION = "output_position"

_LONGEST_DELAY_S = 10.0

OutputFault = Fault[tuple[Output, ...]]


def _places(fault: OutputFault, group: str = BEHIND_MIXER) -> list[int]:
    """Where the outputs of a group stand."""
    return [output.place for output in fault.on if output.group == group]


def _groups(fault: OutputFault) -> Iterator[tuple[str, list[int]]]:
    """The columns of effectiveness, and where the outputs stand in them."""
    for column, group in ((ROTOR_SHARE, ROTORS), (SHARE, BEHIND_MIXER)):
        if places := _places(fault, group):
            yield column, places


def _times(fault: OutputFault, factor: float) -> Changes:
    """Let this share of the effect be left."""
    return ((column, times(factor, places)) for column, places in _groups(fault))


def _hold_at(felt: Mapping[int, float]) -> Changes:
    """Put outputs behind the mixer somewhere, whatever they are commanded."""
    return (SHARE, times(0.0, list(felt))), (BIAS, become(felt))


def _off(fault: OutputFault) -> Changes:
    """No effect: a motor stops, a surface trails."""
    return _times(fault, 1.0 - fault.share)


def _reversed(fault: OutputFault) -> Changes:
    """Does the opposite."""
    return _times(fault, -1.0)


def _off_centre(fault: OutputFault) -> Changes:
    """Its middle has moved."""
    yield BIAS, plus(fault.share * fault.strength["bias"], _places(fault))


def _last_commands(fault: OutputFault, commands: list[float]) -> list[float]:
    last: list[float] = fault.memory[0]
    return last


def _saturated_rotors(fault: OutputFault, commands: list[float]) -> list[float]:
    return [min(max(fault.strength["at"], 0.0), 1.0)] * len(commands)


def _left(fault: OutputFault) -> Changes:
    """A share of the effect is left."""
    return _times(fault, 1.0 - fault.share * (1.0 - fault.strength["left"]))


def _flickering(fault: OutputFault) -> Changes:
    """Cuts out with chance lost, for hold_s at a time."""
    # It is drawn once for every while, for each output.
    start, chance = fault.window_start(), fault.share * fault.strength["lost"]
    for column, places in _groups(fault):
        lost = [place for place in places if fault.chance.uniform(start, place) < chance]
        yield column, times(0.0, lost)


def _check_backwards(fault: OutputFault) -> None:
    if any(output.least == 0.0 for output in fault.on):
        raise UnsupportedError(
            f"a motor of '{fault.victim.name}' cannot turn backwards: use off, stuck or wrong"
        )


def _stuck(fault: OutputFault) -> Changes:
    """Stays at its last command."""
    yield STUCK, become(dict.fromkeys(_places(fault), 1.0))


def _slow(fault: OutputFault) -> Changes:
    """Its time constant grows by time_s."""
    more_s = max(fault.share * fault.strength["time_s"], 0.0)

    def slow(numbers: Numbers) -> None:
        for place in _places(fault):
            own_s = _time_constant_s(float(numbers[place]), fault.rate_hz)
            numbers[place] = lag_gain(own_s + more_s, fault.rate_hz)

    yield LAG, slow


def _time_constant_s(gain: float, tick_rate_hz: int) -> float:
    """The time constant of a lag that makes up this share in a tick."""
    return 0.0 if gain >= 1.0 else -1.0 / (tick_rate_hz * log(1.0 - gain))


def _slow_rotors(fault: OutputFault, commands: list[float]) -> list[float]:
    """A part of the way from the last command."""
    gain = lag_gain(max(fault.share * fault.strength["time_s"], 0.0), fault.rate_hz)
    pairs = zip(fault.memory[0], commands, strict=True)
    felt = [last + gain * (command - last) for last, command in pairs]
    fault.memory = [felt]
    return felt


def _saturated(fault: OutputFault) -> Changes:
    """Runs to its stop and stays there."""
    at = fault.strength["at"]
    return _hold_at({o.place: min(max(at, o.least), 1.0) for o in fault.on})


def _garbage(fault: OutputFault) -> Changes:
    """Runs here and there, to a new place every hold_s."""
    start = fault.window_start()

    def drawn(output: Output) -> float:
        return output.least + (1.0 - output.least) * fault.chance.uniform(start, output.place)

    return _hold_at({output.place: drawn(output) for output in fault.on})


def _garbage_rotors(fault: OutputFault, commands: list[float]) -> list[float]:
    start = fault.window_start()
    return [fault.chance.uniform(start, place) for place in range(len(commands))]


def _delayed(fault: OutputFault) -> Changes:
    """Does what was asked a moment ago."""
    # Outputs are put where they were that long ago, or at the start.
    then = _oldest(fault, fault.victim.numbers(POSITION))
    return _hold_at({place: then[place] for place in _places(fault)})


def _check_delay(fault: OutputFault) -> None:
    fault.demand_delay(_LONGEST_DELAY_S)


def _nothing(fault: OutputFault) -> list[list[float]]:
    """Nothing is on its way."""
    return []


def _oldest(fault: OutputFault, newest: list[float]) -> list[float]:
    """What is on its way gets one more; the one whose time has come."""
    line: list[list[float]] = fault.memory
    line.append(newest)
    del line[: -(round(fault.strength["delay_s"] * fault.rate_hz) + 1)]
    return line[0]


_LOST = {"lost": 0.3, "hold_s": 0.1}
OUTPUT_KINDS = (
    kind("off", _off),
    kind("partial", _left, {"left": 0.6}),
    kind("stuck", _stuck, felt=_last_commands),
    kind("slow", _slow, {"time_s": 0.3}, felt=_slow_rotors),
    kind("reversed", _reversed, {}, _check_backwards),
    kind("saturated", _saturated, {"at": 1.0}, felt=_saturated_rotors),
    kind("garbage", _garbage, {"hold_s": 0.05}, felt=_garbage_rotors, steady=False),
    kind("intermittent", _flickering, _LOST, steady=False),
    kind("delayed", _delayed, {"delay_s": 0.1}, _check_delay, _nothing, felt=_oldest, steady=False),
    Kind("wrong", "does much more or less than asked", _left, {"left": 0.3}),
)
# A servo has a middle.
SERVO_KINDS = (*OUTPUT_KINDS, kind("bias", _off_centre, {"bias": 0.2}))
