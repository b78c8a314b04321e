"""What is changed and tried, one kind of input a module."""
