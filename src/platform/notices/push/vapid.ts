import { createECDH } from 'node:crypto';
import { SignJWT } from 'jose';
import { later } from '../../../kernel/index.ts';

/** Makes bytes that only this installation knows, always the same for a purpose. */
export interface Deriving {
  derive(purpose: string): Buffer;
}

/** Push services refuse tokens of more than 24 hours. */
const LIFETIME_MS = 12 * 3_600_000;
/** How many keys P-256 has. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export interface Vapid {
  /** What browsers subscribe with, so that a push service takes messages from nobody else. */
  readonly publicKey: string;
  /** The header that shows a push service who sends, as RFC 8292 says. */
  authorize(url: URL, contact: string, now: Date): Promise<string>;
}

/** The key of this installation, which follows from its root secret: every process has the same. */
export function createVapid(secrets: Deriving): Vapid {
  const seed = Buffer.concat([secrets.derive('web push 1'), secrets.derive('web push 2')]);
  // 64 bytes, so that every key is equally likely.
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n;
  const secret = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret);
  const point = pair.getPublicKey();
  const publicKey = point.toString('base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url'));
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '', d: secret.toString('base64url') };
  return {
    publicKey,
    async authorize({ origin }, contact, now) {
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
        .setAudience(origin)
        .setSubject(contact)
        .setExpirationTime(later(now, LIFETIME_MS))
        .sign(jwk);
      return `vapid t=${token}, k=${publicKey}`;
    },
  };
}
