"""The classes that people use: Memory, World, Scene, ShortTermMemory, Learnings and WorkingMemory."""
