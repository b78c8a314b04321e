"""Made fjords of Vikings, and the network of their figures."""
