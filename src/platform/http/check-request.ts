import { invalid, noFieldErrors, valueChecker } from '../../kernel/index.ts';
import type { Call } from './call.ts';
import type { Endpoint, EndpointRequest } from './endpoint.ts';

/** Tells what is wrong with path, query and body at once. */
export function requestChecker(
  endpoint: Endpoint,
): (call: Call) => EndpointRequest<unknown, unknown, unknown> {
  const checkBody = endpoint.body === undefined ? undefined : valueChecker(endpoint.body);
  return ({ address, body, request }) => {
    let { errors } = address;
    if (checkBody !== undefined) {
      errors = Object.assign(noFieldErrors(), errors);
      checkBody(body, errors);
    } else if (endpoint.bodyKind !== 'stream' && !isEmpty(body)) {
      errors = Object.assign(noFieldErrors(), errors, { '': ['takes no body'] });
    }
    for (const _field in errors) throw invalid(errors);
    return { params: address.params, query: address.query, body, headers: request.headers };
  };
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
