import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from './endpoint.ts';
import { malformed } from './problem.ts';

/** The content types an endpoint takes, in words for the caller. */
export function bodyTypes(endpoint: Endpoint): string[] {
  if (endpoint.bodyKind === 'form') return ['application/x-www-form-urlencoded'];
  if (endpoint.bodyKind === 'stream') return [...(endpoint.bodyTypes ?? [])];
  return ['application/json'];
}

/** Lets a scope take this kind of body and no other. */
export function acceptBodies(scope: FastifyInstance, endpoint: Endpoint): void {
  scope.removeAllContentTypeParsers();
  const types = bodyTypes(endpoint);
  if (endpoint.bodyKind === 'stream') {
    scope.addContentTypeParser(types, (_request, payload, done) => done(null, payload));
    return;
  }
  const parse = endpoint.bodyKind === 'form' ? parseForm : parseJson;
  scope.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, bytes: Buffer, done) => {
    try {
      done(null, parse(bytes));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = utf8(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not valid JSON: ${(error as Error).message}.`);
  }
}

function parseForm(bytes: Buffer): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(utf8(bytes))) {
    if (Object.hasOwn(fields, name)) throw malformed(`The form gives ${name} more than once.`);
    fields[name] = value;
  }
  return fields;
}

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  return bytes.toString('utf8');
}
