// Version 3 to 4: drops the index of positions as points, for a position is a turn's place in its session.
// scope: store
// -> nothing
DROP INDEX clew_point IF EXISTS
