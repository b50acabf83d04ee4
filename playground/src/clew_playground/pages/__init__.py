"""Pages of what was watched; `clew.interfaces.pages.template` says what they are made of."""
