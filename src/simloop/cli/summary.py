"""What a run came to, in a few lines a person reads."""

from shlex import quote
from typing import TYPE_CHECKING, TextIO

from simloop.server.flight_monitor import Flight
from simloop.server.run_directory import RunDirectory
from simloop.server.session import Result
from simloop.server.simulation import Simulation
from simloop.server.verdict import witnesses
from simloop.server.whereabouts import whereabouts

if TYPE_CHECKING:
    from simloop.server.recording.recording import Recording

_MANY = 8


def print_summary(
    simulation: Simulation,
    result: Result,
    directory: RunDirectory | None,
    stream: TextIO,
    recording: "Recording | None" = None,
) -> None:
    """Outcome, flights, speed, hash, and what to do next."""
    scenario = simulation.scenario
    lines = [
        "",
        f"{scenario.name}: {result.outcome}",
        *(f"  ! {reason}" for reason in result.reasons[:_MANY]),
    ]
    if len(result.reasons) > _MANY:
        lines.append(f"  ! and {len(result.reasons) - _MANY} more")
    lines += _flights(simulation)
    for name, witness in witnesses(simulation.provided).items():
        lines.append(f"  {name:<11} {witness.verdict_figures()}")
    lines += [
        f"  simulated   {result.sim_time_s:.2f} s in {result.wall_time_s:.2f} s"
        f" ({result.real_time_factor:.3g}x real time), started in {result.startup_s:.2f} s",
        f"  step        {simulation.step_times.p50_s * 1e6:.1f} us p50,"
        f" {simulation.step_times.p99_s * 1e6:.1f} us p99 per tick",
        f"  state hash  {result.state_hash} (seed {scenario.seed}, {result.ticks} ticks)",
    ]
    lines += _late(simulation)
    lines += _recorded(recording)
    if directory is not None:
        # To be pasted into a shell, whatever the directory is called.
        path, lock = quote(str(directory.path)), quote(str(directory.lock))
        lines.append(f"  run         {directory.path}")
        lines.append(f"  repeat it   simloop run {lock}")
        if recording is not None:
            lines.append(f"  look at it  simloop view {path}, simloop report {path}")
    print("\n".join(lines), file=stream)


def print_profile(simulation: Simulation, stream: TextIO) -> None:
    """Time per system, the slowest first."""
    print(f"\n{'system':<28} {'mean us':>9} {'worst us':>9} {'share':>7}", file=stream)
    for row in simulation.durations.report():
        print(
            f"{row.name:<28} {row.mean_s * 1e6:9.2f} {row.worst_s * 1e6:9.1f} {row.share:7.1%}",
            file=stream,
        )


def _flights(simulation: Simulation) -> list[str]:
    flights = list(simulation.monitor.flights.values())
    if len(flights) <= _MANY:
        width = max((len(flight.name) for flight in flights), default=0)
        return [
            f"  {flight.name:<{max(width, 11)}} {_flight(simulation, flight)}" for flight in flights
        ]
    landed = [flight for flight in flights if flight.landed_tick >= 0]
    if not any(flight.has_mission for flight in flights):
        return [f"  vehicles    {len(flights)}"]
    back = "at home" if any(flight.on_surface for flight in flights) else "landed"
    lines = [f"  vehicles    {len(flights)}, {len(landed)} {back}"]
    if landed:
        errors = sorted(flight.landing_error_m for flight in landed)
        median = errors[len(errors) // 2]
        ends = "landings" if back == "landed" else "arrivals"
        lines.append(f"  {ends}    {median:.2f} m from home (median), {errors[-1]:.2f} m at worst")
    return lines


def _flight(simulation: Simulation, flight: Flight) -> str:
    if flight.landed_tick >= 0:
        when = flight.landed_tick / simulation.tick_rate_hz
        return f"{flight.ended} after {when:.2f} s, {flight.landing_error_m:.2f} m from home"
    if flight.crashed:
        return f"crashed, {whereabouts(simulation.world, flight.name)}"
    if flight.has_mission:
        return flight.status.words
    return whereabouts(simulation.world, flight.name)


def _late(simulation: Simulation) -> list[str]:
    late = simulation.time.lateness
    if not late.events:
        return []
    text = f"  host late   {late.events} times, {late.worst_s * 1e3:.1f} ms at worst"
    return [text + (f", {late.lost_s:.2f} s given up" if late.stalls else "")]


def _recorded(recording: "Recording | None") -> list[str]:
    if recording is None or not recording.path.exists():
        return []
    size, late = recording.path.stat().st_size / 1e6, recording.lateness
    text = f"  recorded    {len(recording.topics)} topics, {size:.1f} MB"
    if recording.branches:
        text += f" in {recording.path.name}, the last of {recording.branches + 1} files"
    if late.waits:
        text += f"; the run waited {late.waited_s:.2f} s for it"
    return [text + (f"; {late.dropped} messages dropped" if late.dropped else "")]
