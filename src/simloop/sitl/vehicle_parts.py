"""The components that come with simloop, as attributes of a vehicle that type checkers know."""

from typing import TYPE_CHECKING

from simloop.sitl.carried_components import CarriedComponents

if TYPE_CHECKING:
    from simloop.sitl.output_takeover.components import FirmwareOutputs
    from simloop.systems.aero_table.components import AeroTable
    from simloop.systems.airspeed.components import DifferentialPressure
    from simloop.systems.barometer.components import Barometer
    from simloop.systems.battery.components import Battery
    from simloop.systems.bluff_body.components import BluffBody
    from simloop.systems.collision_shape.components import Collision, CollisionRoom
    from simloop.systems.contacts.components import Feet
    from simloop.systems.differential_drive.components import RollingSides
    from simloop.systems.fixed_wing.components import Wing
    from simloop.systems.gnss.components import Gnss
    from simloop.systems.imu.components import Imbalance, Imu, MeanMotion, Shaker
    from simloop.systems.magnetometer.components import Magnetometer
    from simloop.systems.multirotor.components import Airframe, Blades, PropellerFaults
    from simloop.systems.range.components import Sonar
    from simloop.systems.rc.components import RcReceiver
    from simloop.systems.rover.components import Chassis, DriveTrain, Integration, Tyres, Wheels
    from simloop.systems.slalom_boat.components import SlalomBoat
    from simloop.systems.vessel.components import Hull, HullMass, SteeringGear, Thrusters, Vessel
    from simloop.systems.vessel.planar_components import PlanarVessel
    from simloop.systems.water.components import StillWater
    from simloop.systems.wind.components import (
        Dryden,
        Gusts,
        MeanWind,
        Turbulence,
        VonKarman,
        WindFloor,
    )
    from simloop.world.actuators.components import Outputs
    from simloop.world.airframe.components import Surfaces, WingSize
    from simloop.world.body import (
        Air,
        Body,
        Contact,
        External,
        Ground,
        Guard,
        NoiseKey,
        Origin,
        Water,
        Weather,
    )
    from simloop.world.bus import Bus
    from simloop.world.drive.components import Drive, Encoders, RunningGear, Twist
    from simloop.world.propeller.components import Prop
    from simloop.world.rotors import Motors, Rotors


class VehicleParts(CarriedComponents):
    """Every component of the library; a vehicle carries some of them."""

    aero_table: "AeroTable"
    air: "Air"
    airframe: "Airframe"
    baro: "Barometer"
    battery: "Battery"
    blades: "Blades"
    bluff: "BluffBody"
    boat: "SlalomBoat"
    body: "Body"
    bus: "Bus"
    chassis: "Chassis"
    collision: "Collision"
    collision_room: "CollisionRoom"
    contact: "Contact"
    diff_pressure: "DifferentialPressure"
    drive: "Drive"
    drive_train: "DriveTrain"
    dryden: "Dryden"
    external: "External"
    feet: "Feet"
    firmware_outputs: "FirmwareOutputs"
    gnss: "Gnss"
    ground: "Ground"
    guard: "Guard"
    gust: "Gusts"
    hull: "Hull"
    hull_mass: "HullMass"
    imu: "Imu"
    imu_mean: "MeanMotion"
    imu_rotor: "Imbalance"
    imu_shaker: "Shaker"
    integration: "Integration"
    mag: "Magnetometer"
    motor: "Motors"
    noise_key: "NoiseKey"
    odometry: "Encoders"
    origin: "Origin"
    output: "Outputs"
    planar: "PlanarVessel"
    prop: "Prop"
    propeller: "PropellerFaults"
    rc: "RcReceiver"
    rotor: "Rotors"
    rudder: "SteeringGear"
    running_gear: "RunningGear"
    side: "RollingSides"
    sonar: "Sonar"
    still_water: "StillWater"
    surface: "Surfaces"
    thruster: "Thrusters"
    turbulence: "Turbulence"
    twist: "Twist"
    tyre: "Tyres"
    vessel: "Vessel"
    von_karman: "VonKarman"
    water: "Water"
    weather: "Weather"
    wheel: "Wheels"
    wind: "MeanWind"
    wind_floor: "WindFloor"
    wing: "Wing"
    wing_size: "WingSize"
