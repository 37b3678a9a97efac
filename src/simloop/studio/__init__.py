"""Studio: the page in the browser, served by a process of its own that a run feeds with scenes."""
