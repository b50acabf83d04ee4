"""CLIN's loop: act, learn causal statements from the trial, and act again with them.

Source: CLIN, section 3. Where paper and public code differ, `clew.agents.clin.loops` says what is done here.
"""
