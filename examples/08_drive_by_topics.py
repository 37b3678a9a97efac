"""Drive a rover as a ROS node would: twists in on `cmd_vel`, odometry out on `odom`."""

from math import hypot

from simloop.messages.geometry_msgs import Twist, Vector3
from simloop.messages.nav_msgs import Odometry
from simloop.server.simulation import Simulation


def main() -> None:
    """Drive forward and to the left for four seconds, then let the twists run out."""
    sim = Simulation.load("stand", vehicle="rover_ackermann")
    sim.prepare()
    heard: list[Odometry] = []
    sim.bus.subscribe("odom", Odometry, heard.append)
    cmd_vel = sim.bus.advertise("cmd_vel", Twist, by="example", external=True)

    # A vehicle stops when it has heard nothing for half a second, so twists are repeated.
    for _ in range(40):
        cmd_vel.publish(Twist(Vector3(1.5, 0.0, 0.0), Vector3(0.0, 0.0, 0.4)))
        sim.advance(sim.tick_rate_hz // 10)
    driving = heard[-1].twist.twist
    print(f"driving: {driving.linear.x:.2f} m/s, {driving.angular.z:.2f} rad/s to the left")

    sim.advance(3 * sim.tick_rate_hz)
    last = heard[-1]
    place = last.pose.pose.position
    print(
        f"stopped: {abs(last.twist.twist.linear.x):.2f} m/s after {hypot(place.x, place.y):.1f} m"
    )


if __name__ == "__main__":
    main()
