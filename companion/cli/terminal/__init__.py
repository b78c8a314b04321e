"""What commands show beside their answers: tables, progress, the page in a browser; and OpenCV's log, silenced."""
