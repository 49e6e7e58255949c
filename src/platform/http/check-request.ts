import { Type } from 'typebox';
import { invalid, noFieldErrors, textChecker, valueChecker } from '../../kernel/index.ts';
import type { Call } from './call.ts';
import type { Endpoint, EndpointRequest } from './endpoint.ts';

const NOTHING = Type.Object({}, { additionalProperties: false });

/** Checks path, query and body together, so that all that is wrong is told at once. */
export function requestChecker(
  endpoint: Endpoint,
): (call: Call) => EndpointRequest<unknown, unknown, unknown> {
  const params = textChecker(endpoint.params ?? NOTHING);
  const query = textChecker(endpoint.query ?? NOTHING);
  const body = endpoint.body === undefined ? undefined : valueChecker(endpoint.body);
  return (call) => {
    const errors = noFieldErrors();
    const checked = {
      params: params(call.params, errors),
      query: query(call.query, errors),
      body: body === undefined ? call.body : body(call.body, errors),
      headers: call.request.headers,
    };
    if (body === undefined && endpoint.bodyKind !== 'stream' && !isEmpty(call.body)) {
      errors[''] = ['takes no body'];
    }
    for (const _field in errors) throw invalid(errors);
    return checked;
  };
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
