from slowwave.adapters.local.rules.extract import propose_candidates as propose_candidates

VERSION = "rules-1"
