import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { Problem, refuseFieldErrors } from '../../../kernel/index.ts';
import { bodyTypes, FORM_TYPE, JSON_TYPE, type Endpoint } from '../endpoint.ts';
import { malformedFields } from './percent-encoding.ts';
import { malformed } from '../problem.ts';
import { unstorableInJson, unstorableInUrl } from './storable-text.ts';

/** Adds parsers for the content types that these endpoints share: JSON, forms, and others as streams. */
export function addBodyParsers(scope: FastifyInstance, [endpoint]: readonly [Endpoint, ...Endpoint[]]): void {
  for (const type of bodyTypes(endpoint)) {
    const parse = { [JSON_TYPE]: parseJson, [FORM_TYPE]: parseForm }[type];
    if (parse === undefined) scope.addContentTypeParser(type, (_request, stream, done) => done(null, stream));
    else
      scope.addContentTypeParser(type, { parseAs: 'buffer' }, async (_: unknown, bytes: Buffer) =>
        parse(bytes),
      );
  }
}

/** Rejects compressed bodies, except where an endpoint decompresses its stream itself. */
export const rejectEncodedBody: onRequestHookHandler = ({ headers }, _reply, done) => {
  const { 'content-encoding': encoding = 'identity' } = headers;
  if (encoding.toLowerCase() === 'identity') return done();
  throw new Problem('unsupported_media_type', `Send the body without the content encoding ${encoding}.`, {
    headers: { connection: 'close' },
  });
};

function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const text = utf8(bytes);
  const value = read(text);
  refuseFieldErrors(unstorableInJson(text, value));
  return value;
}

function read(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw malformed(`The body is not valid JSON${placeIn((error as Error).message)}.`);
  }
}

/** Where it stops being JSON, as far as the parser reports it. The rest of the message repeats the body, which may be about people. */
const placeIn = (message: string): string => /(?<=in JSON) at position \d+/.exec(message)?.[0] ?? '';

function parseForm(bytes: Buffer): Record<string, string> {
  const fields: Record<string, string> = {};
  const text = utf8(bytes);
  refuseFieldErrors(malformedFields(text));
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(fields, name)) throw malformed(`The form contains ${name} more than once.`);
    fields[name] = value;
  }
  refuseFieldErrors(unstorableInUrl(text, fields));
  return fields;
}

function utf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  return bytes.toString('utf8');
}
