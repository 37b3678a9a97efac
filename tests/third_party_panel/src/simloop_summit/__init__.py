"""A panel for simloop's studio; the page loads panel.js, and Python imports nothing of it."""
