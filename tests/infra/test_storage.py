import pytest

from slowwave.adapters.aws.schema import TABLES, key_attributes, table_names

BUCKETS = ("StorageRaw", "StorageSets", "StorageAccessLogs")
NAMES = table_names("slowwave")


@pytest.fixture(params=BUCKETS)
def bucket(request, template):
    return template.only("AWS::S3::Bucket", request.param)


def test_there_are_no_other_buckets(template):
    assert len(template.of_type("AWS::S3::Bucket")) == len(BUCKETS)


def test_a_bucket_is_encrypted_private_and_kept(bucket):
    properties = bucket["Properties"]
    (rule,) = properties["BucketEncryption"]["ServerSideEncryptionConfiguration"]
    assert rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"] == "AES256"
    assert set(properties["PublicAccessBlockConfiguration"].values()) == {True}
    assert properties["OwnershipControls"]["Rules"] == [{"ObjectOwnership": "BucketOwnerEnforced"}]
    assert bucket["DeletionPolicy"] == bucket["UpdateReplacePolicy"] == "Retain"


def test_a_bucket_refuses_plain_connections(template):
    for policy in template.of_type("AWS::S3::BucketPolicy").values():
        statements = policy["Properties"]["PolicyDocument"]["Statement"]
        denied = [each["Condition"] for each in statements if each["Effect"] == "Deny" and each["Action"] == "s3:*"]
        assert {"Bool": {"aws:SecureTransport": "false"}} in denied
        assert {"NumericLessThan": {"s3:TlsVersion": 1.2}} in denied


def test_raw_records_are_locked_in_governance_mode_and_every_version_stays(template):
    properties = template.only("AWS::S3::Bucket", "StorageRaw")["Properties"]
    assert properties["ObjectLockEnabled"] is True
    assert properties["ObjectLockConfiguration"]["Rule"]["DefaultRetention"] == {"Mode": "GOVERNANCE", "Days": 30}
    assert properties["VersioningConfiguration"] == {"Status": "Enabled"}
    assert not any("Expiration" in name for rule in _rules(properties) for name in rule)


def test_sets_can_be_erased(template):
    properties = template.only("AWS::S3::Bucket", "StorageSets")["Properties"]
    assert "ObjectLockConfiguration" not in properties
    assert not any("ExpirationInDays" in rule for rule in _rules(properties))


def test_accesses_to_records_and_sets_are_logged(template):
    for name in ("StorageRaw", "StorageSets"):
        assert template.only("AWS::S3::Bucket", name)["Properties"]["LoggingConfiguration"]["LogFilePrefix"]


@pytest.fixture(params=TABLES, ids=lambda table: table.suffix)
def table(request, template):
    schema = request.param
    found = [
        each
        for each in template.of_type("AWS::DynamoDB::Table").values()
        if each["Properties"]["TableName"] == NAMES[schema.suffix]
    ]
    assert len(found) == 1
    return schema, found[0]


def test_there_are_no_other_tables(template):
    assert len(template.of_type("AWS::DynamoDB::Table")) == len(TABLES)


def test_a_table_has_the_keys_and_indexes_of_the_schema(table):
    schema, found = table
    properties = found["Properties"]
    assert _keys(properties) == (schema.hash_key, schema.range_key)
    attributes = {each["AttributeName"]: each["AttributeType"] for each in properties["AttributeDefinitions"]}
    assert attributes == dict.fromkeys(key_attributes(schema), "S")
    for index, deployed in zip(schema.indexes, properties.get("GlobalSecondaryIndexes", []), strict=True):
        assert deployed["IndexName"] == index.name
        assert _keys(deployed) == (index.hash_key, index.range_key)
        assert tuple(deployed["Projection"].get("NonKeyAttributes", ())) == index.include
        assert deployed["Projection"]["ProjectionType"] == ("INCLUDE" if index.include else "KEYS_ONLY")


def test_a_table_expires_items_only_where_the_schema_says(table):
    schema, found = table
    expiry = found["Properties"].get("TimeToLiveSpecification")
    assert expiry == (schema.ttl_attribute and {"AttributeName": schema.ttl_attribute, "Enabled": True})


def test_a_table_is_recoverable_encrypted_paid_by_use_and_kept(table):
    _, found = table
    properties = found["Properties"]
    assert properties["PointInTimeRecoverySpecification"]["PointInTimeRecoveryEnabled"] is True
    assert properties["SSESpecification"] == {"SSEEnabled": True}
    assert properties["BillingMode"] == "PAY_PER_REQUEST"
    assert properties["DeletionProtectionEnabled"] is True
    assert found["DeletionPolicy"] == found["UpdateReplacePolicy"] == "Retain"


def _rules(properties):
    return properties["LifecycleConfiguration"]["Rules"]


def _keys(properties):
    return tuple(each["AttributeName"] for each in properties["KeySchema"])
