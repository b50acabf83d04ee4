"""Upkeep of a store: `forget` and its rule `forget_cascade`, `restore`, `reembed`, and `migrations` of older stores."""
