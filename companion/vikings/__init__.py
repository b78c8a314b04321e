"""The pages on which fjords of Vikings are entered by tapping, scoring after scoring."""
