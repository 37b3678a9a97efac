"""How a vehicle itself breaks: blades, payload, balance, leaks and ice."""

from simloop.math.scalar import exp
from simloop.math.vector import SymmetricTensor
from simloop.systems.failures.column_fault import ColumnFault
from simloop.systems.failures.column_ledger import Numbers
from simloop.systems.failures.effect import UnsupportedError
from simloop.systems.failures.symmetric_matrix import DIAGONAL, inverse_of

MASS, INERTIA, INVERSE = "mass_kg", "inertia_kgm2", "inverse_inertia"
HULL, HULL_INVERSE = "hull_mass_matrix", "hull_inverse_mass"
TORQUE = "external_torque_frd_nm"
ROTOR_BLADES, PROPELLER_BLADES = "propeller_effectiveness", "prop_effectiveness"
STALL = "wing_stall"


class MassFault(ColumnFault):
    """A failure that changes the mass."""

    def check(self) -> None:
        """The vehicle must feel its mass in every direction."""
        if not self.victim.feels(MASS) or self.victim.has("planar_inertia"):
            raise UnsupportedError(f"'{self.victim.name}' moves in a way that has no mass")

    def change_mass(self, gained: float) -> None:
        """Let the mass grow by this share of what it was, about the same centre."""
        more_kg = gained * float(self._ledger.healthy(self.victim.entity, MASS)[0])
        factor = 1.0 + gained

        def mass(numbers: Numbers) -> None:
            numbers += more_kg

        def inertia(numbers: Numbers) -> None:
            numbers *= factor

        self.put(MASS, mass)
        self.put(INERTIA, inertia)
        self.put(INVERSE, self._invert)
        if self.victim.has(HULL):
            self._change_hull(more_kg)

    def _change_hull(self, more_kg: float) -> None:
        def grow(numbers: Numbers) -> None:
            numbers[list(DIAGONAL[:3])] += more_kg

        def invert(numbers: Numbers) -> None:
            numbers[:] = inverse_of(self.victim.numbers(HULL))

        self.put(HULL, grow)
        self.put(HULL_INVERSE, invert)

    def _invert(self, numbers: Numbers) -> None:
        """The inverse of whatever inertia stands there now."""
        numbers[:] = SymmetricTensor(*self.victim.numbers(INERTIA)).inverse()


class PayloadDrop(MassFault):
    """A share of the mass falls off."""

    def check(self) -> None:
        """Something must stay."""
        super().check()
        if not 0.0 <= self.strength["share"] < 1.0:
            raise UnsupportedError(f"share is {self.strength['share']:g}: use 0 to below 1")

    def lay(self) -> None:
        """Lose it."""
        self.change_mass(-self.share * self.strength["share"])


class Leak(MassFault):
    """Water comes in, up to a share of the vessel's mass."""

    steady = False

    def check(self) -> None:
        """Only a hull can leak."""
        if not self.victim.has(HULL):
            raise UnsupportedError(f"'{self.victim.name}' has no hull that can leak")

    def lay(self) -> None:
        """Take in what has come so far."""
        taken = self.elapsed_s() * self.strength["share_per_s"]
        self.change_mass(self.share * min(max(taken, 0.0), self.strength["most"]))


class MassShift(ColumnFault):
    """The centre of mass has moved: all forces but gravity now have a lever to it."""

    steady = False

    def check(self) -> None:
        """The vehicle must be free to turn about all axes."""
        free = self.victim.feels(INERTIA) or self.victim.has(HULL)
        if not (free and self.victim.feels(TORQUE)):
            raise UnsupportedError(f"'{self.victim.name}' cannot be out of balance")

    def lay(self) -> None:
        """Turn the body by the forces of the last tick at that lever."""
        pushed = self.victim.numbers("force_frd_n")
        held = self.victim.numbers("contact_force_frd_n")
        fx, fy, fz = (a + b for a, b in zip(pushed, held, strict=True))
        names = ("forward_m", "right_m", "down_m")
        x, y, z = (self.share * self.strength[name] for name in names)
        torque = (z * fy - y * fz, x * fz - z * fx, y * fx - x * fy)

        def change(numbers: Numbers) -> None:
            numbers += torque

        self.put(TORQUE, change)


class BladeLoss(ColumnFault):
    """A propeller has lost a part of its blades: thrust and drag of that part are gone."""

    def check(self) -> None:
        """There must be propellers whose blades count."""
        self._places = [
            (column, place)
            for column in (ROTOR_BLADES, PROPELLER_BLADES)
            if self.victim.has(column)
            for place in range(len(self.victim.numbers(column)))
        ]
        if not self._places:
            raise UnsupportedError(
                f"'{self.victim.name}' has no propellers that can break: write "
                f"{ROTOR_BLADES}: [1.0, ...] into its file"
            )
        if self.instance > len(self._places):
            raise UnsupportedError(
                f"'{self.victim.name}' has no propeller {self.instance}: "
                f"it has 1 to {len(self._places)}"
            )

    def lay(self) -> None:
        """Leave the rest."""
        left = 1.0 - self.share * (1.0 - self.strength["left"])
        broken = self._places if self.instance == 0 else [self._places[self.instance - 1]]
        for column in dict.fromkeys(column for column, _ in broken):
            places = [place for name, place in broken if name == column]

            def change(numbers: Numbers, places: list[int] = places) -> None:
                numbers[places] *= left

            self.put(column, change)


class IcyWing(ColumnFault):
    """Ice on a wing: less lift, more drag, an earlier stall."""

    def check(self) -> None:
        """There must be a wing."""
        if not (self.victim.has("C_L", "C_D", STALL) or self.victim.has("C_L_alpha", "C_D_alpha")):
            raise UnsupportedError(f"'{self.victim.name}' has no wing that can ice up")

    def lay(self) -> None:
        """Change the coefficients."""
        lift = 1.0 - self.share * self.strength["lift"]
        drag = self.share * self.strength["drag"]
        by_table = self.victim.has("C_L_alpha")

        def less(numbers: Numbers) -> None:
            numbers *= lift

        def more(numbers: Numbers) -> None:
            numbers[slice(None) if by_table else slice(0, 1)] += drag

        self.put("C_L_alpha" if by_table else "C_L", less)
        self.put("C_D_alpha" if by_table else "C_D", more)
        if not by_table:
            self.put(STALL, self._stall_early)

    def _stall_early(self, numbers: Numbers) -> None:
        """Take a share of the angle of stall away, and work out what follows from it."""
        numbers[1] *= 1.0 - self.share * self.strength["stall"]
        numbers[2] = exp(-2.0 * numbers[0] * numbers[1])
