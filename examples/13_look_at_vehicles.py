"""Look at vehicles by their components: where they are, what they sense, what they make of it."""

from simloop.server.simulation import Simulation
from simloop.systems.gnss.components import Gnss


def main() -> None:
    """Watch four kinds of vehicle for a while, and one of them closely."""
    sim = Simulation.load("mixed")
    sim.prepare()
    sim.advance(20 * sim.tick_rate_hz)
    print(sim.vehicles)
    for vehicle in sim.vehicles:
        print(vehicle)

    # What is true, what a sensor shows, and what the flight stack makes of it.
    quad = sim["quad"]
    print(
        f"air      {quad.air.pressure_pa:.0f} Pa, and {quad.baro.pressure_pa:.0f} Pa by barometer"
    )
    print(f"sinks    {quad.body.velocity_frd_mps.z:+.2f} m/s", end=", ")
    print(f"and {quad.firmware.estimate.velocity_ned_mps.z:+.2f} m/s by its filter")
    print(f"rotors   {quad.rotor.speed_radps.round()} rad/s")

    # Not every vehicle carries everything; a component may also be asked for by its class.
    for vehicle in sim.vehicles:
        fixes = f"{vehicle[Gnss].sequence:.0f} fixes" if Gnss in vehicle else "no receiver"
        rotors = "rotors" if hasattr(vehicle, "rotor") else "no rotors"
        print(f"{vehicle.name}: {fixes}, {rotors}")

    # Looking changes nothing: whoever wants another state hands in a command.
    try:
        quad.baro.bias_pa = 50.0
    except AttributeError as refused:
        print(refused)
    sim.command("set", name="quad", values={"baro_bias_pa": 50.0})
    sim.advance(1)
    print(f"bias {quad.baro.bias_pa:.0f} Pa")


if __name__ == "__main__":
    main()
