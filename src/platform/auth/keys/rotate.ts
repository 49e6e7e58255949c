import { calculateJwkThumbprint, exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import { Problem, later, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Secrets } from '../secrets.ts';
import { insertSigner, lockSigner, retireSigner, type SigningKeyRow } from './store.ts';

/** Verifies faster than EdDSA in Node (75 against 110 microseconds). */
export const ALGORITHM = 'ES256';

export const SEALED_FOR = 'signing-keys';

/** The maximum age of the signing key that a process has cached. */
export const SIGNER_MAX_AGE_MS = 10_000;

interface RotateInput {
  readonly secrets: Secrets;
  /** The longest lifetime of tokens signed with the old key, in any process. */
  readonly tokenLifetimeMs: number;
  /** Creates the first key; fails if one exists. */
  readonly onlyFirst?: boolean;
}

interface NewKey extends Pick<SigningKeyRow, 'kid' | 'public_jwk' | 'sealed_private_key'> {
  readonly tokenLifetimeMs: number;
  readonly onlyFirst: boolean;
}

/** Replaces the signing key. The old one still verifies until the last token signed with it has expired. */
export async function rotateKeys(context: Context<Db>, input: RotateInput): Promise<{ kid: string }> {
  const { secrets, tokenLifetimeMs, onlyFirst = false } = input;
  const key = await createKey(secrets);
  const { result } = await run(context, rotateCommand, { ...key, tokenLifetimeMs, onlyFirst });
  return result;
}

const rotateCommand = command({
  name: 'signing-key.rotate',
  scope: 'admin',
  async lock(tx) {
    return { signer: await lockSigner(tx).executeTakeFirst() };
  },
  decide({ signer }, { tokenLifetimeMs, onlyFirst, ...key }: NewKey, { now }) {
    if (onlyFirst && signer) throw new Problem('conflict', 'A signing key already exists.');
    const expiresAt = later(now, SIGNER_MAX_AGE_MS + tokenLifetimeMs);
    return {
      change: {
        retired: signer && { kid: signer.kid, expiresAt },
        row: { ...key, created_at: now, expires_at: null },
      },
      audit: { subject: key.kid, details: { retired: signer?.kid ?? null } },
    };
  },
  async write(tx, { retired, row }) {
    if (retired) await retireSigner(tx, retired.kid, retired.expiresAt).execute();
    return insertSigner(tx, row).executeTakeFirst();
  },
});

async function createKey(secrets: Secrets) {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { extractable: true });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  const plain = Buffer.from(await exportPKCS8(privateKey));
  return {
    kid,
    public_jwk: { ...jwk, kid, alg: ALGORITHM, use: 'sig' },
    sealed_private_key: secrets.seal(SEALED_FOR, plain, kid),
  };
}
