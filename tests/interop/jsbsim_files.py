"""Writes aircraft for JSBSim from numbers in SI units, for tests that compare it with simloop."""

from collections.abc import Sequence
from pathlib import Path

FOOT_M = 0.3048
POUND_FORCE_N = 4.4482216152605
SLUG_KG = POUND_FORCE_N / FOOT_M
# JSBSim's own factor between slugs and pounds.
POUNDS_PER_SLUG = 32.174049


def product(*factors: str | float) -> str:
    """A product of properties, numbers and functions."""
    return f"<product>{''.join(map(_term, factors))}</product>"


def total(*terms: str | float) -> str:
    """A sum of properties, numbers and functions."""
    return f"<sum>{''.join(map(_term, terms))}</sum>"


def function(kind: str, *arguments: str | float) -> str:
    """A function of JSBSim, such as cos or quotient."""
    return f"<{kind}>{''.join(map(_term, arguments))}</{kind}>"


def axis(name: str, formula: str, frame: str = "") -> str:
    """One force or moment."""
    label = f' frame="{frame}"' if frame else ""
    return (
        f'<axis name="{name}"{label}><function name="aero/own/{name}">{formula}</function></axis>'
    )


def write_aircraft(
    root: Path,
    name: str,
    *,
    mass_kg: float,
    inertia_kgm2: Sequence[float],
    area_m2: float = 1.0,
    span_m: float = 1.0,
    chord_m: float = 1.0,
    axes: str = "",
    properties: Sequence[str] = (),
    output: str = "",
) -> Path:
    """Write `aircraft/NAME/NAME.xml` of a body with its centre of mass at zero."""
    xx, yy, zz, xy, xz, yz = (moment / (SLUG_KG * FOOT_M**2) for moment in inertia_kgm2)
    declared = "".join(f"<property value='0.0'>{path}</property>" for path in properties)
    # JSBSim wants the tensor in structural axes: x aft, z up.
    text = f"""<?xml version="1.0"?>
<fdm_config name="{name}" version="2.0" release="BETA">
  <fileheader><author>simloop</author></fileheader>
  <metrics>
    <wingarea unit="FT2">{area_m2 / FOOT_M**2!r}</wingarea>
    <wingspan unit="FT">{span_m / FOOT_M!r}</wingspan>
    <chord unit="FT">{chord_m / FOOT_M!r}</chord>
    <location name="AERORP" unit="IN"><x>0</x><y>0</y><z>0</z></location>
    <location name="EYEPOINT" unit="IN"><x>0</x><y>0</y><z>0</z></location>
  </metrics>
  <mass_balance>
    <ixx unit="SLUG*FT2">{xx!r}</ixx><iyy unit="SLUG*FT2">{yy!r}</iyy>
    <izz unit="SLUG*FT2">{zz!r}</izz><ixy unit="SLUG*FT2">{-xy!r}</ixy>
    <ixz unit="SLUG*FT2">{xz!r}</ixz><iyz unit="SLUG*FT2">{-yz!r}</iyz>
    <emptywt unit="LBS">{mass_kg / SLUG_KG * POUNDS_PER_SLUG!r}</emptywt>
    <location name="CG" unit="IN"><x>0</x><y>0</y><z>0</z></location>
  </mass_balance>
  <ground_reactions/>
  <propulsion/>
  <flight_control name="FCS">{declared}</flight_control>
  <aerodynamics>{axes}</aerodynamics>
  {output}
</fdm_config>
"""
    folder = root / "aircraft" / name
    folder.mkdir(parents=True)
    (folder / f"{name}.xml").write_text(text)
    return folder


def drag_and_damping(C_D: float, C_l_p: float, C_m_q: float, C_n_r: float) -> str:
    """The aerodynamics of a bluff body, in JSBSim's words."""
    pressure = ("aero/qbar-psf", "metrics/Sw-sqft")
    roll = product(*pressure, "metrics/bw-ft", "aero/bi2vel", "velocities/p-aero-rad_sec", C_l_p)
    pitch = product(
        *pressure, "metrics/cbarw-ft", "aero/ci2vel", "velocities/q-aero-rad_sec", C_m_q
    )
    yaw = product(*pressure, "metrics/bw-ft", "aero/bi2vel", "velocities/r-aero-rad_sec", C_n_r)
    return (
        axis("DRAG", product(*pressure, C_D))
        + axis("ROLL", roll)
        + axis("PITCH", pitch)
        + axis("YAW", yaw)
    )


def _term(term: str | float) -> str:
    if isinstance(term, float | int):
        return f"<value>{float(term)!r}</value>"
    return term if term.startswith("<") else f"<property>{term}</property>"
