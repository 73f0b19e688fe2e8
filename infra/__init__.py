"""The AWS side of slowwave as a CDK app."""
