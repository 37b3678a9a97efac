"""MAVLink on the wire: message tables, frames, a parser that shrugs off garbage, signatures."""
