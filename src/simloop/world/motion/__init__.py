"""What moves a rigid body: force models, an inertia model, and how they are joined."""
