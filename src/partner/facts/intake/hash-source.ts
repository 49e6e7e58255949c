import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { SentKey } from '../handle/index.ts';
import type { Source } from './source/source.ts';

/** Hashes what is sent under a key while it is read, so that a repeat can be compared with it. */
export class HashedSource {
  readonly sentKey: SentKey;
  readonly #source: Source;
  readonly #hash = createHash('sha256');
  #sha256: Buffer | undefined;

  constructor(source: Source, sent: Omit<SentKey, 'sha256'>) {
    if (source.format === 'select') throw new Error('Generated facts have no content to compare.');
    this.#source = source;
    this.sentKey = { ...sent, sha256: () => (this.#sha256 ??= this.#hash.digest()) };
  }

  async open(): Promise<Source> {
    const source = this.#source;
    if ('bytes' in source) return { ...source, bytes: hashed(source.bytes, this.#hash) };
    if ('path' in source) for await (const _ of hashed(createReadStream(source.path), this.#hash));
    return source;
  }
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: Hash,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}
