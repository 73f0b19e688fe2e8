"""The one place that reaches into moto, pinned to the version it was written for.

It serves S3 and DynamoDB in process (`serving`, `direct`), reports what each call changed before the caller sees the
answer, puts kept items and objects back (`items`, `objects`), and mends what makes moto slow at thousands of items
(`serving`, `queries`). Nothing outside this package may import moto.
"""
