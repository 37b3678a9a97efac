"""The entity-component world: tables, schedule, runner."""
