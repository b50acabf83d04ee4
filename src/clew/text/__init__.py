"""Text as people write it: names, instants, quotations, checked arguments and masked secrets."""
