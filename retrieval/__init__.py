"""The graph into ranked memory: seeds, their neighbourhood, PageRank, score, pack."""
