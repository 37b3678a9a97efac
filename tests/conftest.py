"""Settings of all tests."""

from hypothesis import HealthCheck, settings

# The same examples in every run, and no judgement by the clock: a machine may be busy.
settings.register_profile(
    "steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
