"""From radio, links and missions to what the controllers shall do: the command part."""
