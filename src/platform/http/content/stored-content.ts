import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Negotiator } from '@fastify/accept-negotiator';
import { LRUCache } from 'lru-cache';
import type { EndpointAnswer } from '../endpoint.ts';
import { matchesTag } from './match-tag.ts';

/** In the order of preference; the last one is the content itself. */
const ENCODINGS: Encoding[] = ['br', 'gzip', 'identity'];
export type Encoding = 'br' | 'gzip' | 'identity';

/** Content that the process does not change, with a name that changes with it. */
export interface Content {
  readonly fingerprint: string;
  readonly read: (encoding: Encoding) => Promise<Buffer>;
}

interface ContentOptions {
  readonly type: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Conditions {
  readonly 'accept-encoding'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
}

/** The client may keep the content, and asks each time whether it is still the same. */
export const REVALIDATE = 'no-cache';
export const FOR_EVER = 'public, max-age=31536000, immutable';

// Above this level, compressing a document costs more than it saves.
const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 5 };
const negotiator = new Negotiator({ supportedValues: ENCODINGS });

const fingerprintOf = (content: Buffer): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

/** Content made by the process, compressed outside of its main thread. */
export function madeContent(text: string): Content {
  const bytes = Buffer.from(text);
  return {
    fingerprint: fingerprintOf(bytes),
    read: async (encoding) => {
      if (encoding === 'identity') return bytes;
      return encoding === 'br'
        ? promisify(brotliCompress)(bytes, { params: PARAMS })
        : promisify(gzip)(bytes);
    },
  };
}

/** Answers with the content in an encoding that the client accepts. Each is read or made once, when first needed. */
export function storedContent(content: () => Promise<Content>, options: ContentOptions) {
  const found = new LRUCache<'content', Content>({ max: 1, fetchMethod: content });
  const bodies = new LRUCache<Encoding, Buffer>({
    max: ENCODINGS.length,
    fetchMethod: async (encoding) => (await found.forceFetch('content')).read(encoding),
  });

  return async (conditions: Conditions): Promise<EndpointAnswer> => {
    const encoding = encodingFor(conditions['accept-encoding']);
    const { fingerprint } = await found.forceFetch('content');
    const etag = `"${fingerprint}-${encoding}"`;
    const headers = {
      ...options.headers,
      etag,
      vary: 'accept-encoding',
      'cache-control': options.cacheControl,
    };
    if (matchesTag(conditions['if-none-match'], etag)) return { status: 304, headers };
    return {
      status: 200,
      headers: {
        ...headers,
        'content-type': options.type,
        ...(encoding !== 'identity' && { 'content-encoding': encoding }),
      },
      body: await bodies.forceFetch(encoding),
    };
  };
}

const encodingFor = (accepted: string | undefined): Encoding =>
  negotiator.negotiate(accepted ?? '') ?? 'identity';
