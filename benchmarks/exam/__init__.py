"""An examination of the Fjords reader on synthetic boards in styles, light and on tables that training never meets."""
