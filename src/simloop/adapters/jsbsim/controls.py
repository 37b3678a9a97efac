"""What a pilot does, in the pilot's sense, and how JSBSim wants to hear it.

Our signs: roll right, nose up, nose right are positive. JSBSim's elevator and pitch trim are
positive nose down and its rudder is positive nose left; aileron and steering have our signs.
"""

from typing import Any, NamedTuple


class Controls(NamedTuple):
    """Stick, pedals and levers: -1 to 1 for the first three and the trim, 0 to 1 for the rest."""

    roll: float = 0.0
    pitch: float = 0.0
    yaw: float = 0.0
    throttle: float = 0.0
    flap: float = 0.0
    gear: float = 1.0
    brake: float = 0.0
    mixture: float = 1.0
    propeller: float = 1.0
    pitch_trim: float = 0.0


class ControlPanel:
    """The control properties of one flight model."""

    def __init__(self, properties: Any, engines: int) -> None:
        def node(path: str) -> Any:
            return properties.get_node(path, True)

        self._aileron = node("fcs/aileron-cmd-norm")
        self._elevator = node("fcs/elevator-cmd-norm")
        self._pitch_trim = node("fcs/pitch-trim-cmd-norm")
        self._rudder = node("fcs/rudder-cmd-norm")
        self._steering = node("fcs/steer-cmd-norm")
        self._flap = node("fcs/flap-cmd-norm")
        self._gear = node("gear/gear-cmd-norm")
        self._brakes = [node(f"fcs/{side}-brake-cmd-norm") for side in ("left", "right")]
        self._throttles = [node(f"fcs/throttle-cmd-norm[{i}]") for i in range(engines)]
        self._mixtures = [node(f"fcs/mixture-cmd-norm[{i}]") for i in range(engines)]
        self._pitches = [node(f"fcs/advance-cmd-norm[{i}]") for i in range(engines)]
        self._set: Controls | None = None

    def move(self, controls: Controls) -> None:
        """Move what is not there yet."""
        if controls == self._set:
            return
        self._set = controls
        self._aileron.set_double_value(controls.roll)
        self._elevator.set_double_value(-controls.pitch)
        self._pitch_trim.set_double_value(-controls.pitch_trim)
        self._rudder.set_double_value(-controls.yaw)
        self._steering.set_double_value(controls.yaw)
        self._flap.set_double_value(controls.flap)
        self._gear.set_double_value(controls.gear)
        for nodes, value in (
            (self._brakes, controls.brake),
            (self._throttles, controls.throttle),
            (self._mixtures, controls.mixture),
            (self._pitches, controls.propeller),
        ):
            for node in nodes:
                node.set_double_value(value)

    def found(self, before: Controls) -> Controls:
        """Where a trim has left stick, pedals, throttle and trim wheel."""
        self._set = None
        throttle = self._throttles[0].get_double_value() if self._throttles else 0.0
        return Controls(
            roll=self._aileron.get_double_value(),
            pitch=-self._elevator.get_double_value(),
            yaw=-self._rudder.get_double_value(),
            throttle=throttle,
            flap=before.flap,
            gear=before.gear,
            brake=before.brake,
            mixture=before.mixture,
            propeller=before.propeller,
            pitch_trim=-self._pitch_trim.get_double_value(),
        )
