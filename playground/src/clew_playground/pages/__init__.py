"""Pages of what was watched; `clew.interfaces.pages.exported` says what they are made of."""
