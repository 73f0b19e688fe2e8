"""A scope in one file, and back: the same bytes for the same state, whatever serves it and whatever its tables and
buckets are called.

    LOCAL%…/coder/tables/records-00000.jsonl     items as DynamoDB JSON, one a line, by key
    LOCAL%…/coder/objects/raw/2026/03/02/<sha256>.jsonl, …/objects/sets/<sha256>.json, …/objects/replies/<sha256>.json,
    …/objects/reports/<run>.json
    LOCAL%…/coder/embeddings/00000.jsonl         what texts were embedded to, where the place keeps that
    manifest.json                                format, version, scopes, and the size and SHA-256 of every entry

It is a ZIP file whose entries are stored and not packed, so that nothing can unpack to more than it is, and whose
comment holds the SHA-256 of the manifest: one changed or missing byte is found before anything is written. What is
left out: the lease on a head, which ends with its process, and vectors, which are built again.
"""
