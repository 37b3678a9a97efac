"""Push a hovering quad with a user command, take the command back, and ask for nonsense."""

from simloop.server.simulation import Simulation


def main() -> None:
    """Hand commands in and read the answers."""
    sim = Simulation.load("square")
    sim.prepare()
    sim.advance(9 * sim.tick_rate_hz)

    # `command` enters through the inbox: it is stamped with its tick, logged, and replayable.
    print(f"before      {_sideways(sim)}")
    sim.command("push", name="quad_0", force_ned_n=[0.0, 8.0, 0.0])
    sim.advance(sim.tick_rate_hz)
    print(f"pushed 1 s  {_sideways(sim)}")

    # Undo brings the force back to what it was before: nothing.
    sim.command("undo")
    sim.advance(2)
    print(f"undone      force is {list(sim['quad_0'].external.force_ned_n)}")

    # The desk hands out a receipt, which is filled in when the command's tick has run.
    desk = sim.provided["user_commands"]
    receipt = desk.submit("push", name="quad_O", force_ned_n=[0.0, 8.0, 0.0])
    sim.advance(2)
    print(f"{receipt.state} in tick {receipt.tick}: {receipt.reason}")


def _sideways(sim: Simulation) -> str:
    return f"{sim['quad_0'].body.position_ned_m.y:+.2f} m east of home"


if __name__ == "__main__":
    main()
