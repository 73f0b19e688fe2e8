"""The HTTP edge of the online path. A token proves the tenant; the path names the agent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import jsii
from aws_cdk import CfnOutput, RemovalPolicy
from aws_cdk import aws_apigatewayv2 as apigateway
from aws_cdk import aws_logs as logs
from aws_cdk.aws_apigateway import AccessLogField, AccessLogFormat
from aws_cdk.aws_apigatewayv2_authorizers import HttpJwtAuthorizer
from aws_cdk.aws_apigatewayv2_integrations import HttpLambdaIntegration
from constructs import Construct

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from aws_cdk import aws_lambda as lambda_

ROUTES: Final[Mapping[str, tuple[apigateway.HttpMethod, str]]] = {
    "capture": (apigateway.HttpMethod.POST, "/agents/{agent}/records"),
    "curate": (apigateway.HttpMethod.POST, "/agents/{agent}/items/{item}/{act}"),
    "rollback": (apigateway.HttpMethod.POST, "/agents/{agent}/rollback"),
    "injection": (apigateway.HttpMethod.GET, "/agents/{agent}/injection"),
}
"""Function by name, and the one request it answers."""


@jsii.implements(apigateway.IAccessLogSettings)
class _AccessLog:
    """One JSON line a request: neither the query string, which holds the caller's task, nor the token."""

    def __init__(self, group: logs.ILogGroup) -> None:
        self._destination = apigateway.LogGroupLogDestination(group)

    @property
    def destination(self) -> apigateway.IAccessLogDestination:
        """Where the lines go."""
        return self._destination

    @property
    def format(self) -> AccessLogFormat:
        """What a line says."""
        context = AccessLogField
        return AccessLogFormat.custom(
            json.dumps(
                {
                    "request": context.context_request_id(),
                    "time": context.context_request_time(),
                    "route": "$context.routeKey",
                    "status": context.context_status(),
                    "latency": context.context_response_latency(),
                    "problem": "$context.integrationErrorMessage",
                }
            )
        )


class OnlineApi(Construct):
    """An HTTP API with a JWT authorizer on every route, throttled, with access logs that hold no query string."""

    def __init__(
        self,
        scope: Construct,
        construct_id: str,
        *,
        functions: Mapping[str, lambda_.IFunction],
        issuer: str,
        audience: Sequence[str],
        requests_per_second: int,
        log_retention: logs.RetentionDays,
    ) -> None:
        super().__init__(scope, construct_id)
        self.api = apigateway.HttpApi(
            self,
            "Api",
            create_default_stage=False,
            default_authorizer=HttpJwtAuthorizer("Token", issuer, jwt_audience=list(audience)),
        )
        for name, (method, path) in ROUTES.items():
            self.api.add_routes(path=path, methods=[method], integration=HttpLambdaIntegration(name, functions[name]))
        stage = apigateway.HttpStage(
            self,
            "Stage",
            http_api=self.api,
            stage_name="$default",
            auto_deploy=True,
            throttle=apigateway.ThrottleSettings(rate_limit=requests_per_second, burst_limit=2 * requests_per_second),
            access_log_settings=_AccessLog(
                logs.LogGroup(
                    self, "Logs", retention=log_retention, removal_policy=RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE
                )
            ),
        )
        CfnOutput(self, "Url", value=stage.url, description="Base address of capture, curate, rollback and injection")
