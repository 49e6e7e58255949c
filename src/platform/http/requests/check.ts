import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  noFieldErrors,
  refuseFieldErrors,
  textChecker,
  valueChecker,
  type FieldErrors,
} from '../../../kernel/index.ts';
import { bodyTypes, type Endpoint, type EndpointRequest } from '../endpoint.ts';
import { checkKey } from './idempotency-key.ts';
import { malformedFields } from './percent-encoding.ts';
import { unstorableInUrl } from './storable-text.ts';

const NOTHING = Type.Object({}, { additionalProperties: false });

/** Checks path, query and body, and reports all errors together. */
export function requestChecker(
  endpoint: Endpoint,
): (request: FastifyRequest) => EndpointRequest<unknown, unknown, unknown> {
  const readParams = textChecker(endpoint.params ?? NOTHING);
  const readQuery = textChecker(endpoint.query ?? NOTHING);
  const checkBody = endpoint.body === undefined ? undefined : valueChecker(endpoint.body);
  return ({ params, query, body, headers, call }) => {
    const errors = noFieldErrors();
    const checked = {
      params: readParams(params, errors),
      query: readQuery(query, errors),
      body,
      // Node joins repeated headers, except set-cookie, which no request carries.
      headers: headers as Record<string, string | undefined>,
      ip: call.ip,
    };
    Object.assign(
      errors,
      malformedFields(call.query),
      unstorableInUrl(call.path, params),
      unstorableInUrl(call.query, query),
    );
    checkKey(endpoint, headers, errors);
    if (checkBody !== undefined) checkBody(body, errors);
    else if (endpoint.bodyKind === 'stream') requireBody(endpoint, body, errors);
    else if (!isEmpty(body)) errors[''] = ['takes no body'];
    endpoint.check?.(checked.query as Readonly<Record<string, unknown>>, errors);
    refuseFieldErrors(errors);
    return checked;
  };
}

/** Without a body there is no stream, not even an empty one. */
function requireBody(endpoint: Endpoint, body: unknown, errors: FieldErrors): void {
  if (body === undefined) errors[''] = [`a body is required, as ${bodyTypes(endpoint).join(' or ')}`];
}

const isEmpty = (body: unknown): boolean =>
  body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
