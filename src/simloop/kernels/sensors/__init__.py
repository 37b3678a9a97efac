"""Sensor models: truth to samples."""
