"""The online path: what agents call. It shares only domain and ports with the stages and never waits for them."""
