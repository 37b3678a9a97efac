"""A Cessna of JSBSim as a vehicle: it trims, cruises, answers its controls, feels the world."""

import numpy as np
import pytest
from jsbsim_files import drag_and_damping, write_aircraft
from jsbsim_world import (
    CRUISE_MPS,
    IN_CRUISE,
    aircraft,
    columns_of,
    cruising,
    felt_by,
    model_of,
    world_of,
)

from simloop.math.quaternion import rotate_to_body
from simloop.server.simulation import Simulation

# JSBSim hands matrices of an old kind.
pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")

POUND_N = 4.4482216152605
SLUG_KG = POUND_N / 0.3048


def test_the_cessna_trims_at_100_kt_and_cruises_straight_for_20_s():
    simulation = Simulation.load("c172p_cruise", compiled=False)
    cessna = columns_of(simulation, "cessna")
    start = cessna("position_ned_m").copy()
    assert np.linalg.norm(cessna("velocity_frd_mps")) == pytest.approx(51.444, rel=1e-9)
    simulation.advance(20 * 400)
    north, east, down = cessna("position_ned_m") - start
    assert north == pytest.approx(20.0 * 51.444, abs=1.0)
    assert abs(east) < 0.5
    assert abs(down) < 0.5
    assert np.abs(cessna("rate_frd_radps")).max() < 1e-4
    assert cessna("engine_rpm")[0] == pytest.approx(2156.0, abs=20.0)
    assert cessna("engine_thrust_n")[0] > 500.0
    assert 0.0 < cessna("fuel_kg")[0] < 91.0
    assert simulation.verdict().success


def test_mass_and_inertia_are_those_of_jsbsim(tmp_path):
    simulation = world_of(tmp_path, cruising())
    plane, model = columns_of(simulation, "plane"), model_of(simulation, "plane")
    assert plane("mass_kg")[0] == pytest.approx(model["inertia/mass-slugs"] * SLUG_KG, rel=1e-6)
    moments = [model[f"inertia/i{axis}{axis}-slugs_ft2"] for axis in "xyz"]
    expected = np.array(moments) * SLUG_KG * 0.3048**2
    assert plane("inertia_kgm2")[:3] == pytest.approx(expected, rel=1e-5)
    assert plane("airframe_mass_kg")[0] == pytest.approx(plane("mass_kg")[0], rel=1e-5)


def test_the_imu_reads_what_jsbsims_pilot_feels(tmp_path):
    # The pilot's eye of this body is its centre of mass.
    write_aircraft(
        tmp_path,
        "stone",
        mass_kg=5.0,
        inertia_kgm2=(0.1, 0.2, 0.25, 0.01, -0.02, 0.005),
        area_m2=0.1,
        axes=drag_and_damping(0.8, -0.2, -0.2, -0.2),
    )
    spin = "    initial: {rate_frd_radps: [2.0, -1.0, 0.5], velocity_frd_mps: [40.0, 5.0, -3.0]}"
    stone = aircraft("stone", f"aircraft: stone, root: {tmp_path}", more=spin)
    simulation = world_of(tmp_path, stone)
    seen, model = columns_of(simulation, "stone"), model_of(simulation, "stone")
    expected = (0.1, 0.2, 0.25, 0.01, -0.02, 0.005)
    assert seen("inertia_kgm2") == pytest.approx(expected, rel=1e-9)
    for _ in range(20):
        simulation.advance(50)
        assert seen("imu_accel_frd_mps2") == pytest.approx(felt_by(model), abs=1e-9)
        rates = [model[f"velocities/{axis}-rad_sec"] for axis in "pqr"]
        assert seen("imu_gyro_frd_radps") == pytest.approx(rates, abs=1e-12)
    assert np.linalg.norm(felt_by(model)) > 1.0


def test_the_imu_of_a_cessna_in_a_pull_up_reads_all_forces_over_mass(tmp_path):
    simulation = world_of(tmp_path, cruising())
    plane, model = columns_of(simulation, "plane"), model_of(simulation, "plane")
    plane("actuator_command")[1] += 0.3
    simulation.advance(200)
    total = [model[f"forces/fb{axis}-total-lbs"] for axis in "xyz"]
    expected = np.array(total) * POUND_N / (model["inertia/mass-slugs"] * SLUG_KG)
    # JSBSim's accelerometer is one step behind its forces.
    assert plane("imu_accel_frd_mps2") == pytest.approx(expected, abs=0.05)
    assert plane("imu_accel_frd_mps2")[2] < -12.0


@pytest.mark.parametrize(("output", "axis"), [(0, 0), (1, 1), (2, 2)], ids=["roll", "pitch", "yaw"])
@pytest.mark.parametrize("way", [1.0, -1.0])
def test_controls_turn_the_nose_the_pilots_way(tmp_path, output, axis, way):
    simulation = world_of(tmp_path, cruising())
    plane = columns_of(simulation, "plane")
    plane("actuator_command")[output] += 0.2 * way
    simulation.advance(80)
    assert way * plane("rate_frd_radps")[axis] > 0.005


def test_levers_do_what_they_say(tmp_path):
    def after(**levers: float):
        simulation = world_of(tmp_path, cruising())
        plane = columns_of(simulation, "plane")
        for name, value in levers.items():
            column = "actuator_command" if name == "throttle" else f"{name}_command"
            plane(column)[-1] = value
        simulation.advance(400)
        return {
            "thrust": float(plane("engine_thrust_n")[0]),
            "flaps": float(plane("surface_position_rad")[3]),
            "nose": float(plane("rate_frd_radps")[1]),
        }

    cruise = after()
    assert after(throttle=1.0)["thrust"] > cruise["thrust"] + 300.0
    assert after(throttle=0.0)["thrust"] < cruise["thrust"] - 400.0
    assert after(mixture=0.0)["thrust"] < cruise["thrust"] - 400.0
    assert after(flap=1.0)["flaps"] > cruise["flaps"] + 0.1
    assert after(pitch_trim=0.2)["nose"] > cruise["nose"] + 0.01


def test_brakes_hold_and_pedals_steer_on_the_ground(tmp_path):
    rolling = "aircraft: c172p, engines_running: true, trim: true"
    places = {}
    for name, brake, pedal in (("held", 1.0, 0.0), ("right", 0.0, 0.5), ("left", 0.0, -0.5)):
        more = f"""    initial:
      brake_command: {brake}
      actuator_command: [0.0, 0.0, {pedal}, 0.0, 0.4]"""
        simulation = world_of(tmp_path, aircraft(name, rolling, "[0.0, 0.0, 0.0]", more))
        simulation.advance(4 * 400)
        places[name] = columns_of(simulation, name)("position_ned_m").copy()
    assert abs(places["held"][0]) < 0.3
    assert places["right"][1] > 1.0
    assert places["left"][1] < -1.0


def test_the_world_lends_its_air(tmp_path):
    systems = """
    atmosphere: {qnh_pa: 98000.0, temperature_offset_k: 15.0}
    wind: {speed_mps: 12.0, direction_from_deg: 240.0, vertical_mps: 1.0}
"""
    simulation = world_of(tmp_path, cruising(), systems=systems)
    plane, model = columns_of(simulation, "plane"), model_of(simulation, "plane")
    simulation.advance(400)
    density = model["atmosphere/rho-slugs_ft3"] * SLUG_KG / 0.3048**3
    assert density == pytest.approx(plane("air_density_kgpm3")[0], rel=1e-4)
    kelvin = model["atmosphere/T-R"] / 1.8
    assert kelvin == pytest.approx(plane("air_temperature_k")[0], rel=1e-5)
    pascal = model["atmosphere/P-psf"] * POUND_N / 0.3048**2
    assert pascal == pytest.approx(plane("air_pressure_pa")[0], rel=1e-4)
    blows = [model[f"atmosphere/total-wind-{way}-fps"] for way in ("north", "east", "down")]
    assert 0.3048 * np.array(blows) == pytest.approx(plane("wind_ned_mps"), rel=1e-12)


def test_a_start_by_airspeed_is_carried_by_the_wind(tmp_path):
    systems = "    wind: {speed_mps: 10.0, direction_from_deg: 225.0}"
    simulation = world_of(tmp_path, cruising(), systems=systems)
    plane = columns_of(simulation, "plane")
    for _ in range(5):
        simulation.advance(400)
        wind = rotate_to_body(*plane("attitude_wxyz"), *plane("wind_ned_mps"))
        airspeed = np.linalg.norm(plane("velocity_frd_mps") - wind)
        assert airspeed == pytest.approx(CRUISE_MPS, abs=0.1)
    assert plane("position_ned_m")[1] == pytest.approx(5.0 * 7.07, abs=1.0)


def test_a_push_accelerates_by_newton_and_euler(tmp_path):
    simulation = world_of(tmp_path, cruising())
    plane = columns_of(simulation, "plane")
    simulation.advance(1)
    before = plane("acceleration_frd_mps2").copy(), plane("angular_acceleration_frd_radps2").copy()
    push = {"force_ned_n": [0.0, 1000.0, 0.0], "torque_frd_nm": [0.0, 300.0, 0.0]}
    simulation.command("push", name="plane", **push)
    simulation.advance(3)
    linear = plane("acceleration_frd_mps2") - before[0]
    turning = plane("angular_acceleration_frd_radps2") - before[1]
    assert linear[1] == pytest.approx(1000.0 / plane("mass_kg")[0], rel=5e-3)
    assert turning[1] == pytest.approx(300.0 / plane("inertia_kgm2")[1], rel=0.02)


def test_a_cessna_stands_on_its_wheels(tmp_path):
    standing = "aircraft: c172p, trim: true"
    simulation = world_of(tmp_path, aircraft("plane", standing, "[0.0, 0.0, 0.0]"))
    plane = columns_of(simulation, "plane")
    simulation.advance(800)
    assert plane("on_ground")[0] == 1.0
    assert plane("crashed")[0] == 0.0
    assert np.linalg.norm(plane("velocity_frd_mps")) < 1e-3
    assert -1.6 < plane("position_ned_m")[2] < -1.0
    assert plane("imu_accel_frd_mps2")[2] == pytest.approx(-9.80665, abs=0.02)


def test_the_ground_may_be_higher(tmp_path):
    more = "    initial: {ground_down_m: -40.0}"
    dropped = aircraft("plane", place="[0.0, 0.0, -40.0]", more=more)
    simulation = world_of(tmp_path, dropped)
    plane = columns_of(simulation, "plane")
    simulation.advance(1200)
    assert plane("on_ground")[0] == 1.0
    assert plane("position_ned_m")[2] == pytest.approx(-41.4, abs=0.2)


def test_a_drop_from_5_m_is_a_crash(tmp_path):
    simulation = world_of(tmp_path, aircraft("plane", place="[0.0, 0.0, -5.0]"))
    plane = columns_of(simulation, "plane")
    simulation.advance(800)
    assert plane("crashed")[0] == 1.0
    assert plane("impact_speed_mps")[0] == pytest.approx(9.8, abs=1.0)
    assert 350 < plane("crash_tick")[0] < 480
    assert not simulation.verdict().success


def test_the_c182_cruises_too(tmp_path):
    c182 = aircraft("plane", f"aircraft: c182, {IN_CRUISE}")
    simulation = world_of(tmp_path, c182)
    plane = columns_of(simulation, "plane")
    simulation.advance(10 * 400)
    assert abs(plane("position_ned_m")[2] + 901.5) < 5.0
    assert abs(plane("position_ned_m")[1]) < 20.0


def test_few_ticks_are_cut_into_steps_of_120_hz(tmp_path):
    simulation = world_of(
        tmp_path, cruising(), head="  tick_rate_hz: 50", systems="    atmosphere: {rate_hz: 50.0}"
    )
    assert model_of(simulation, "plane").get_delta_t() == pytest.approx(1.0 / 150.0)
    plane = columns_of(simulation, "plane")
    simulation.advance(500)
    assert model_of(simulation, "plane").get_sim_time() == pytest.approx(10.0)
    assert plane("position_ned_m")[0] == pytest.approx(10.0 * CRUISE_MPS, abs=1.0)
