"""How a vehicle itself breaks: blades, payload, balance, leaks and ice."""

from simloop.math.scalar import exp
from simloop.math.symmetric_matrix import inverted, upper, whole
from simloop.math.vector import SymmetricTensor
from simloop.systems.failures.changes import ALL, Numbers, follow, plus, times
from simloop.systems.failures.column_ledger import Changes
from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.fault import Fault, kind

MASS, INERTIA, INVERSE = "mass_kg", "inertia_kgm2", "inverse_inertia"
HULL, HULL_INVERSE = "hull_mass_matrix", "hull_inverse_mass"
# Where the mass stands in the upper half of the hull's matrix: first on the diagonal.
HULL_MASSES = [0, 6, 11]
TORQUE = "external_torque_frd_nm"
ROTOR_BLADES, PROPELLER_BLADES = "propeller_effectiveness", "prop_effectiveness"
STALL = "wing_stall"


def _blades(fault: Fault[None]) -> list[tuple[str, int]]:
    """The propellers whose blades count."""
    return [
        (column, place)
        for column in (ROTOR_BLADES, PROPELLER_BLADES)
        if fault.victim.has(column)
        for place in range(len(fault.victim.numbers(column)))
    ]


def _check_blades(fault: Fault[None]) -> None:
    count = len(_blades(fault))
    fault.victim.must(
        count > 0,
        f"has no propellers that can break: write {ROTOR_BLADES}: [1.0, ...] into its file",
    )
    known = fault.instance <= count
    fault.victim.must(known, f"has no propeller {fault.instance}: it has 1 to {count}")


def _blade_loss(fault: Fault[None]) -> Changes:
    """A share of a propeller is left."""
    # Thrust and drag of the rest of its blades are gone.
    left = 1.0 - fault.share * (1.0 - fault.strength["left"])
    chosen = slice(fault.instance - 1, fault.instance) if fault.instance else ALL
    broken = _blades(fault)[chosen]
    for column in dict.fromkeys(column for column, _ in broken):
        yield column, times(left, [place for name, place in broken if name == column])


def _change_mass(fault: Fault[None], gained: float) -> Changes:
    """Let the mass grow by this share of what it was, about the same centre."""
    victim, more_kg = fault.victim, gained * float(fault.site.healthy(fault.victim, MASS)[0])
    yield MASS, plus(more_kg)
    yield INERTIA, times(1.0 + gained)
    yield INVERSE, follow(lambda: SymmetricTensor(*victim.numbers(INERTIA)).inverse())
    if victim.has(HULL):
        yield HULL, plus(more_kg, HULL_MASSES)
        yield HULL_INVERSE, follow(lambda: _inverse_of(victim.numbers(HULL)))


def _inverse_of(hull: list[float]) -> list[float]:
    return upper(inverted(whole(hull), "the hull's mass"))


def _check_payload(fault: Fault[None]) -> None:
    """The vehicle must feel its mass in every direction, and some of it must stay."""
    victim, share = fault.victim, fault.strength["share"]
    has_mass = victim.feels(MASS) and not victim.has("planar_inertia")
    victim.must(has_mass, "moves in a way that has no mass")
    if not 0.0 <= share < 1.0:
        raise UnsupportedError(f"share is {share:g}: use 0 to below 1")


def _payload_drop(fault: Fault[None]) -> Changes:
    """A share of the mass."""
    return _change_mass(fault, -fault.share * fault.strength["share"])


def _check_hull(fault: Fault[None]) -> None:
    fault.victim.need((HULL,), "hull that can leak")


def _leak(fault: Fault[None]) -> Changes:
    """Water comes in, as a share of the mass."""
    taken = fault.elapsed_s() * fault.strength["share_per_s"]
    return _change_mass(fault, fault.share * min(max(taken, 0.0), fault.strength["most"]))


def _check_balance(fault: Fault[None]) -> None:
    """The vehicle must be free to turn about all axes."""
    victim = fault.victim
    is_free = victim.feels(INERTIA) or victim.has(HULL)
    victim.must(is_free and victim.feels(TORQUE), "cannot be out of balance")


def _mass_shift(fault: Fault[None]) -> Changes:
    """The centre of mass moves."""
    # All forces of the last tick but gravity have a lever to it.
    pushed = fault.victim.numbers("force_frd_n")
    held = fault.victim.numbers("contact_force_frd_n")
    fx, fy, fz = (a + b for a, b in zip(pushed, held, strict=True))
    names = ("forward_m", "right_m", "down_m")
    x, y, z = (fault.share * fault.strength[name] for name in names)
    yield TORQUE, plus((z * fy - y * fz, x * fz - z * fx, y * fx - x * fy))


def _check_wing(fault: Fault[None]) -> None:
    has_wing = fault.victim.has("C_L", "C_D", STALL) or fault.victim.has("C_L_alpha", "C_D_alpha")
    fault.victim.must(has_wing, "has no wing that can ice up")


def _ice(fault: Fault[None]) -> Changes:
    """Ice takes shares of lift, stall angle and pitot pressure, and adds drag."""
    lift = times(1.0 - fault.share * fault.strength["lift"])
    drag = fault.share * fault.strength["drag"]
    if fault.victim.has("C_L_alpha"):
        yield "C_L_alpha", lift
        yield "C_D_alpha", plus(drag)
        return

    def stall_early(numbers: Numbers) -> None:
        numbers[1] *= 1.0 - fault.share * fault.strength["stall"]
        numbers[2] = exp(-2.0 * numbers[0] * numbers[1])

    yield "C_L", lift
    yield "C_D", plus(drag, slice(1))
    yield STALL, stall_early


_SHIFT = {"forward_m": 0.02, "right_m": 0.0, "down_m": 0.0}
STRUCTURE_KINDS = (
    kind("blade_loss", _blade_loss, {"left": 0.5}, _check_blades),
    kind("payload_drop", _payload_drop, {"share": 0.1}, _check_payload),
    kind("mass_shift", _mass_shift, _SHIFT, _check_balance, steady=False),
    kind("leak", _leak, {"share_per_s": 0.01, "most": 0.3}, _check_hull, steady=False),
)
_LESS = {"lift": 0.25, "drag": 0.03, "stall": 0.2, "pitot": 0.2}
ICING = kind("icing", _ice, _LESS, _check_wing)
