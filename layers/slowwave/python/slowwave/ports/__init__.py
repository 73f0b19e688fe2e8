"""What the stages and the online path need from the outside, as Protocols in domain terms. No adapter is named here."""
