"""What all pages share: replies, languages, themes, the record."""
