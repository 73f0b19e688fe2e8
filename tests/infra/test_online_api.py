def test_every_route_needs_a_token(template):
    routes = [each["Properties"] for each in template.of_type("AWS::ApiGatewayV2::Route").values()]
    assert {each["RouteKey"] for each in routes} == {
        "POST /agents/{agent}/records",
        "POST /agents/{agent}/items/{item}/{act}",
        "POST /agents/{agent}/rollback",
        "GET /agents/{agent}/injection",
    }
    assert {each["AuthorizationType"] for each in routes} == {"JWT"}
    authorizer = template.only("AWS::ApiGatewayV2::Authorizer")["Properties"]
    assert authorizer["JwtConfiguration"]["Audience"]
    assert authorizer["JwtConfiguration"]["Issuer"].startswith("https://")


def test_requests_are_throttled_and_logged_without_query_and_token(template):
    stage = template.only("AWS::ApiGatewayV2::Stage")["Properties"]
    assert stage["DefaultRouteSettings"]["ThrottlingRateLimit"] > 0
    line = stage["AccessLogSettings"]["Format"]
    assert "routeKey" in line
    assert not [word for word in ("query", "path", "authorizer", "identity", "header") if word in line.lower()]
