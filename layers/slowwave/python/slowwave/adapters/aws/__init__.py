"""The ports over S3 and DynamoDB."""
