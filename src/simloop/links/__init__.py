"""Sockets and devices to the transport and back."""
