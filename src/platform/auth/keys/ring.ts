import { setTimeout as delay } from 'node:timers/promises';
import { importJWK, importPKCS8, type CryptoKey, type JSONWebKeySet } from 'jose';
import { Problem, newTraceId, type Clock } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Secrets } from '../secrets.ts';
import { ALGORITHM, SEALED_FOR, SIGNER_MAX_AGE_MS, rotateKeys } from './rotate.ts';
import { selectLiveKeys, type SigningKeyRow } from './store.ts';

export interface KeyRing {
  signer(): Promise<{ readonly kid: string; readonly key: CryptoKey }>;
  /** Returns undefined if no process created a key with this id. */
  verifier(kid: string): Promise<CryptoKey | undefined>;
  /** Returns the public keys of all tokens that may still be valid. */
  publicKeys(): Promise<JSONWebKeySet>;
}

export interface KeyRingOptions {
  readonly db: Db;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly tokenLifetimeMs: number;
}

const PUBLIC_KEYS_MAX_AGE_MS = 1_000;
const BETWEEN_LOADS_MS = 250;

/** Opens the signing keys, which all processes share through the database; creates the first one. */
export async function openKeyRing({ db, secrets, clock, tokenLifetimeMs }: KeyRingOptions): Promise<KeyRing> {
  let rows: readonly SigningKeyRow[] = [];
  let verifiers = new Map<string, CryptoKey>();
  let signer: { kid: string; key: CryptoKey } | undefined;
  let loadedAtMs = 0;
  let pending: Promise<void> | undefined;
  let mayLoadAtMs = 0;

  async function load(): Promise<void> {
    const now = clock.now();
    const found = await selectLiveKeys(db, now).execute();
    const keys = await Promise.all(
      found.map(
        async ({ kid, public_jwk }) => [kid, verifiers.get(kid) ?? (await importKey(public_jwk))] as const,
      ),
    );
    const current = found.find((row) => row.expires_at === null);
    if (current && current.kid !== signer?.kid) {
      signer = { kid: current.kid, key: await openPrivateKey(current, secrets) };
    }
    verifiers = new Map(keys);
    rows = found;
    loadedAtMs = now.getTime();
  }

  /** Starts a load after the call. Calls before it starts share it, and loads start at least 250 ms apart. */
  function reload(): Promise<void> {
    pending ??= delay(Math.max(0, mayLoadAtMs - performance.now())).then(() => {
      pending = undefined;
      mayLoadAtMs = performance.now() + BETWEEN_LOADS_MS;
      return load();
    });
    return pending;
  }

  async function noOlderThan(maxAgeMs: number): Promise<void> {
    if (clock.now().getTime() - loadedAtMs >= maxAgeMs) await reload();
  }

  async function createFirst(): Promise<void> {
    const actor = { kind: 'system', id: 'auth', tenant: '', scopes: new Set<string>() } as const;
    const { signal } = new AbortController();
    const context = { actor, clock, db, traceId: newTraceId(), signal };
    try {
      await rotateKeys(context, { secrets, tokenLifetimeMs, onlyFirst: true });
    } catch (error) {
      // Another process started at the same time and created it.
      if (!(error instanceof Problem && error.code === 'conflict')) throw error;
    }
  }

  await load();
  if (signer === undefined) {
    await createFirst();
    await load();
  }

  return {
    async signer() {
      await noOlderThan(SIGNER_MAX_AGE_MS);
      if (signer === undefined) throw new Error('No signing key exists.');
      return signer;
    },
    async verifier(kid) {
      if (!verifiers.has(kid)) await reload();
      return verifiers.get(kid);
    },
    async publicKeys() {
      await noOlderThan(PUBLIC_KEYS_MAX_AGE_MS);
      const now = clock.now();
      const live = rows.filter((row) => row.expires_at === null || row.expires_at > now);
      return { keys: live.map((row) => row.public_jwk) };
    },
  };
}

const importKey = async (jwk: SigningKeyRow['public_jwk']): Promise<CryptoKey> =>
  (await importJWK(jwk, ALGORITHM)) as CryptoKey;

/** Whether there is a signing key. Rejects if the root secret does not decrypt it. */
export async function hasSigningKey({
  db,
  secrets,
  clock,
}: Omit<KeyRingOptions, 'tokenLifetimeMs'>): Promise<boolean> {
  const keys = await selectLiveKeys(db, clock.now()).execute();
  const current = keys.find((row) => row.expires_at === null);
  if (current) await openPrivateKey(current, secrets);
  return current !== undefined;
}

async function openPrivateKey(row: SigningKeyRow, secrets: Secrets): Promise<CryptoKey> {
  try {
    const plain = secrets.open(SEALED_FOR, row.sealed_private_key, row.kid);
    return await importPKCS8(plain.toString(), ALGORITHM);
  } catch (error) {
    throw new Error(
      'The signing key cannot be decrypted with this root secret. Use the root secret that encrypted it. If the root secret was changed, stop all processes and run `keys rotate --new-secret`.',
      { cause: error },
    );
  }
}
