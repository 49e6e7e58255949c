import { createHmac } from 'node:crypto';
import { canonicalJson, Problem, type Json } from '../../kernel/index.ts';
import { createSecrets, type Secrets } from '../auth/index.ts';

const SEALED_FOR = 'personal-data';
const HASHED_FOR = 'personal-data-hash';

/** A value that can be read with the key alone, and only in its own place. */
interface Sealed {
  readonly keyId: string;
  readonly sealed: Buffer;
}

/** What names and describes people: encrypted where it is kept, and a keyed hash wherever else it must be distinguished. */
export interface PersonalData {
  /** The key that seals; undefined where there is none. */
  readonly keyId: string | undefined;
  /** Equal for equal values of a tenant. Nobody without the key can try out names. */
  hash(tenant: string, value: Json): string;
  /** `boundTo` is where the value belongs: it cannot be opened elsewhere. */
  seal(value: Json, boundTo: string): Sealed;
  open(sealed: Sealed, boundTo: string): unknown;
}

const MISSING =
  'This installation has no key for personal data, so it takes none: set personalData.keys, see docs/travel-rule.md.';

/** Refuses everything. */
export const NO_KEYS: PersonalData = openPersonalData([]);

/**
 * With keys as `id=key`: the first one seals, all of them open, and the last one makes the hashes, so that a key in front
 * changes none of them.
 */
export function openPersonalData(keys: readonly string[]): PersonalData {
  const ring = new Map(keys.map(parse));
  const ids = [...ring.keys()];
  const [first, last] = [ids[0], ids.at(-1)];
  const secretsOf = (id: string | undefined): Secrets => {
    const found = id === undefined ? undefined : ring.get(id);
    if (found) return found;
    throw new Problem(
      'unprocessable',
      id === undefined ? MISSING : `The key ${id} of personal data is missing in personalData.keys.`,
    );
  };
  const hashKeys = new WeakMap<Secrets, Buffer>();
  const hashKey = (secrets: Secrets): Buffer => {
    const known = hashKeys.get(secrets) ?? secrets.derive(HASHED_FOR);
    hashKeys.set(secrets, known);
    return known;
  };
  return {
    keyId: first,
    hash(tenant, value) {
      const key = hashKey(secretsOf(last));
      return createHmac('sha256', key)
        .update(canonicalJson([tenant, value]))
        .digest('hex');
    },
    seal(value, boundTo) {
      const secrets = secretsOf(first);
      const plain = Buffer.from(JSON.stringify(value));
      return { keyId: first ?? '', sealed: secrets.seal(SEALED_FOR, plain, boundTo) };
    },
    open({ keyId, sealed }, boundTo) {
      return JSON.parse(secretsOf(keyId).open(SEALED_FOR, sealed, boundTo).toString()) as unknown;
    },
  };
}

/** What is wrong with a list of keys that the form of each cannot say. */
export function keyFaults(keys: readonly string[]): string[] {
  const ids = keys.map((key) => key.slice(0, key.indexOf('=')));
  return new Set(ids).size === ids.length ? [] : ['must have an id of its own for each key'];
}

function parse(text: string): [id: string, secrets: Secrets] {
  const at = text.indexOf('=');
  return [text.slice(0, at), createSecrets(text.slice(at + 1))];
}
