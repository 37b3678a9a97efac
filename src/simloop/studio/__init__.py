"""The server of the browser client."""
