import type { FastifyRequest } from 'fastify';
import {
  canonicalJson,
  sha256,
  type FieldErrors,
  type Json,
  type RequestKey,
} from '../../../kernel/index.ts';
import type { Endpoint, EndpointRequest, HeaderDeclaration } from '../endpoint.ts';

export const KEY_HEADER = 'idempotency-key';
export const REPLAYED_HEADER = 'idempotency-replayed';

export const KEY_DECLARATION: HeaderDeclaration = {
  description:
    'A name of 1 to 255 printable ASCII characters for this request. For 7 days, the same request of the same caller ' +
    'with the same key gets the first answer and changes nothing; another request with that key is refused. A request ' +
    'that was refused is not remembered.',
  example: '7f0c1a52-6a5e-4b7d-9a43-3d1f2f0f8b6e',
};

export const REPLAYED_DECLARATION: HeaderDeclaration = {
  description: '`true` if this is the answer to an earlier request with the same `Idempotency-Key`.',
  example: 'true',
  optional: true,
};

/** Adds to the errors what is wrong with the key of a request, if its operation takes one. */
export function checkKey(
  { repeats, headers: declared }: Endpoint,
  headers: FastifyRequest['headers'],
  errors: FieldErrors,
): void {
  if (repeats === undefined && declared?.[KEY_HEADER] === undefined) return;
  const key = headers[KEY_HEADER];
  if (typeof key === 'string' && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    errors[KEY_HEADER] = ['must have 1 to 255 printable ASCII characters without spaces'];
  }
}

/** The key with the content that it stands for: a service, an operation and its input. */
export function requestKeyOf(
  service: string,
  endpoint: Endpoint,
  { params, query, body, headers }: EndpointRequest<unknown, unknown, unknown>,
): RequestKey | undefined {
  const { operation, repeats } = endpoint;
  const key = headers[KEY_HEADER];
  if (repeats === undefined || key === undefined) return undefined;
  const compared = endpoint.comparedAs?.(body) ?? body ?? null;
  const content = [service, operation, params, query, compared] as Json;
  return {
    key,
    contentHash: sha256(canonicalJson(content)),
    steps: 0,
  };
}
