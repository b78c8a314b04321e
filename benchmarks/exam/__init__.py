"""An examination of the Fjords reader on made boards in styles, light and on tables that training never meets."""
