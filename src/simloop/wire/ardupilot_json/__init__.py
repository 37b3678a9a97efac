"""ArduPilot's JSON protocol: servo packets one way, the vehicle's state as text the other.

Both ends of it are bytes to messages here. An autopilot (`--model JSON`) sends ServoPacket and
reads VehicleState; a simulator such as the ardupilot_gazebo plugin does the opposite.
"""

from simloop.wire.ardupilot_json.malformed import Malformed
from simloop.wire.ardupilot_json.servo_packet import ServoPacket, decode_servos, encode_servos
from simloop.wire.ardupilot_json.state_decoder import decode_state
from simloop.wire.ardupilot_json.state_encoder import encode_state
from simloop.wire.ardupilot_json.vehicle_state import VehicleState

PORT = 9002
PORTS_PER_VEHICLE = 10

__all__ = [
    "PORT",
    "PORTS_PER_VEHICLE",
    "Malformed",
    "ServoPacket",
    "VehicleState",
    "decode_servos",
    "decode_state",
    "encode_servos",
    "encode_state",
]
