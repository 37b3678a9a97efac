"""A page about a recorded run: one HTML file that needs nothing else, drawn as SVG."""
