"""Rovers and boats: guidance along lines and circles, speed and turn control, allocation."""
