import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalid, noFieldErrors, textChecker, valueChecker } from '../../kernel/index.ts';
import type { Endpoint, EndpointRequest } from './endpoint.ts';

const NOTHING = Type.Object({}, { additionalProperties: false });

/** Checks path, query and body together, so that all that is wrong is told at once. */
export function requestChecker(
  endpoint: Endpoint,
): (request: FastifyRequest) => EndpointRequest<unknown, unknown, unknown> {
  const params = textChecker(endpoint.params ?? NOTHING);
  const query = textChecker(endpoint.query ?? NOTHING);
  const body = endpoint.body === undefined ? undefined : valueChecker(endpoint.body);
  return (request) => {
    const errors = noFieldErrors();
    const checked = {
      params: params(request.params, errors),
      query: query(request.query, errors),
      body: body === undefined ? request.body : body(request.body, errors),
      headers: request.headers,
      ip: request.ip,
    };
    if (body === undefined && endpoint.bodyKind !== 'stream' && !isEmpty(request.body)) {
      errors[''] = ['takes no body'];
    }
    for (const _field in errors) throw invalid(errors);
    return checked;
  };
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
