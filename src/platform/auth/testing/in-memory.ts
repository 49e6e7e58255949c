import { generateKeyPair } from 'jose';
import { newId, systemClock } from '../../../kernel/index.ts';
import type { CredentialRow } from '../credentials/index.ts';
import { createAuthenticator, createVerify, signToken, watchTokens } from '../tokens/index.ts';

/** An authenticator and a token it accepts, with everything real but the store. */
export async function authenticateInMemory() {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const url = 'https://trading.example.com';
  const keys = {
    signer: async () => ({ kid: 'k', key: privateKey }),
    verifier: async () => publicKey,
    publicKeys: async () => ({ keys: [] }),
  };
  const revocations = { isRevoked: () => false, add: () => {}, stop: async () => {} };
  const verify = createVerify({ keys, revocations, clock: systemClock, service: 'trading', issuer: url });
  const { authenticate } = createAuthenticator({
    verify,
    clock: systemClock,
    watch: watchTokens(systemClock),
    schemes: ['Bearer'],
  });
  const credential = { name: 'desk', tenant: 'acme', partner_uid: null, secret_id: newId() } as CredentialRow;
  const { text } = await signToken(
    {
      issuer: { url, keys, tokenLifetimeMs: 3_600_000 },
      credential,
      scopes: ['venues:view', 'market-data:view'],
    },
    systemClock.now(),
  );
  return { authenticate, text, url, publicKey };
}
