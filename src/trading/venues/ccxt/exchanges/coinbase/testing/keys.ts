import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const publicKey = createPublicKey(privateKey);

export const KEYS = {
  key: 'organizations/loopback/apiKeys/loopback-key',
  secret: privateKey.export({ type: 'sec1', format: 'pem' }).toString(),
};

export interface Claims {
  readonly sub: string;
  readonly iss: string;
  readonly nbf: number;
  readonly exp: number;
  readonly uri: string;
}

/** What a token says; undefined where the key did not sign it. */
export function claimsOf(authorization: string): Claims | undefined {
  const [, header = '', payload = '', signature = ''] =
    /^Bearer ([^.]+)\.([^.]+)\.([^.]+)$/.exec(authorization) ?? [];
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const text = Buffer.from(`${header}.${payload}`);
  if (!verify('sha256', text, key, Buffer.from(signature, 'base64url'))) return undefined;
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString()) as Record<string, string>;
  if (kid !== KEYS.key || alg !== 'ES256') return undefined;
  return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims;
}
