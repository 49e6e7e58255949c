import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Problem } from '../../kernel/index.ts';
import type { Endpoint } from './endpoint.ts';
import { malformed } from './problem.ts';

/** Gives the body in the form its endpoint asks for, or nothing where there is none. */
export type ReadBody = (request: IncomingMessage) => unknown;

/** Reads the kind of body an endpoint takes, and refuses every other. */
export function bodyReader(endpoint: Endpoint, limitBytes: number): ReadBody {
  const types = bodyTypes(endpoint);
  const parse = endpoint.bodyKind === 'form' ? parseForm : parseJson;
  return async (request) => {
    const type = request.headers['content-type'];
    if (type === undefined && !announcesBody(request)) return undefined;
    if (type === undefined || !types.includes(mediaTypeOf(type))) {
      throw lastOfItsConnection('unsupported_media_type', `Send the body as ${types.join(' or ')}.`);
    }
    if (endpoint.bodyKind === 'stream') return request;
    const { 'content-encoding': packing = 'identity' } = request.headers;
    if (packing.toLowerCase() !== 'identity') {
      throw lastOfItsConnection('unsupported_media_type', `Send the body as it is, not as ${packing}.`);
    }
    return parse(await readWhole(request, limitBytes));
  };
}

/** The content types an endpoint takes. */
export function bodyTypes(endpoint: Endpoint): readonly string[] {
  if (endpoint.bodyKind === 'form') return ['application/x-www-form-urlencoded'];
  if (endpoint.bodyKind === 'stream') return endpoint.bodyTypes ?? [];
  return ['application/json'];
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaTypeOf = (contentType: string): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

function readWhole(request: IncomingMessage, limitBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = () =>
      reject(lastOfItsConnection('payload_too_large', `The body may have at most ${limitBytes} bytes.`));
    if (Number(request.headers['content-length']) > limitBytes) {
      refuse();
      return;
    }
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) refuse();
      else chunks.push(chunk);
    });
    request.once('end', () => resolve(Buffer.concat(chunks, length)));
    request.once('error', () => reject(malformed('The body ended before it was whole.')));
  });
}

/** What remains of a body that is not read would be taken for the next request. */
const lastOfItsConnection = (code: 'payload_too_large' | 'unsupported_media_type', detail: string): Problem =>
  new Problem(code, detail, { headers: { connection: 'close' } });

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
