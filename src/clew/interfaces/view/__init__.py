"""`clew view`: a local web application in which a person reads, searches, corrects and forgets memory."""
