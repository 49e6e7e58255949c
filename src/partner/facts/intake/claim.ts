import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Problem } from '../../../kernel/index.ts';
import { type BatchClaim, logStore } from '../log/index.ts';
import type { Source } from './source/source.ts';
import type { Counts } from '../store/index.ts';
import type { FactsContext } from '../handle/index.ts';

/** The key under which a batch was sent, and a hash of its content. */
export class Claim {
  readonly #key: string;
  readonly #kind: string;
  readonly #hash = createHash('sha256');
  #sha256: Buffer | undefined;

  constructor(key: string, kind: string) {
    this.#key = key;
    this.#kind = kind;
  }

  /** The same source, hashed while it is read. */
  async watch(source: Source): Promise<Source> {
    if (source.format === 'select') throw new Error('Generated facts have no content to compare.');
    if ('bytes' in source) return { ...source, bytes: this.#pass(source.bytes) };
    for await (const _ of this.#pass(createReadStream(source.path)));
    return source;
  }

  async *#pass(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of bytes) {
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  /** For the transaction that appends the batch. The source must have been read to its end. */
  get content(): BatchClaim {
    return { key: this.#key, sha256: (this.#sha256 ??= this.#hash.digest()) };
  }

  /** The answer to the same content under this key, if there was one. Refuses other content. */
  async recall({ db, actor }: FactsContext): Promise<(Counts & { asOf: Date | null }) | undefined> {
    const { key, sha256 } = this.content;
    const first = await logStore.selectKey(db, actor.tenant, key).executeTakeFirst();
    if (!first) return undefined;
    if (first.kind !== this.#kind || !first.sha256.equals(sha256)) {
      const rule = `was already used with other facts: use a new key, or send the first content again`;
      throw new Problem('reference_reused', `The idempotency key ${key} ${rule}.`, {
        errors: { 'idempotency-key': [rule] },
      });
    }
    const { accepted, repeated, replaced, withdrawn, as_of: asOf } = first;
    return { accepted, repeated, replaced, withdrawn, asOf };
  }

  /** Keeps the answer to a batch that changes nothing and is therefore not appended. */
  async keep({ db, facts, actor, clock }: FactsContext, counts: Counts): Promise<void> {
    const { tenant } = actor;
    const { asOf } = facts.position;
    const row = { tenant, ...this.content, kind: this.#kind, as_of: asOf, created_at: clock.now() };
    await logStore.insertKey(db, { ...row, ...toText(counts) }).execute();
  }
}

const toText = ({ accepted, repeated, replaced, withdrawn }: Counts) => ({
  accepted: String(accepted),
  repeated: String(repeated),
  replaced: String(replaced),
  withdrawn: String(withdrawn),
});
