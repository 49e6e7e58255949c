import { createCipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** What a browser gave: its public key as an uncompressed point of P-256, and a secret of 16 bytes. */
export interface BrowserKeys {
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** Made for one message. */
interface OneTime {
  readonly ecdh: ECDH;
  readonly salt: Buffer;
}

const CURVE = 'prime256v1';
const AUTH_BYTES = 16;
const RECORD_BYTES = 4096;
/** Of the header with the public key, the mark of the last record, and the tag. */
const OVERHEAD_BYTES = 16 + 4 + 1 + 65 + 1 + 16;
/** Push services take bodies of 4096 bytes. */
export const MAX_PLAIN_BYTES = RECORD_BYTES - OVERHEAD_BYTES;
const LAST_RECORD = 2;

/** Whether messages can be encrypted for these keys. */
export function isUsable({ p256dh, auth }: BrowserKeys): boolean {
  if (auth.length !== AUTH_BYTES) return false;
  try {
    newOneTime().ecdh.computeSecret(p256dh);
    return p256dh.length === 65;
  } catch {
    return false;
  }
}

/** Encrypts a message for one browser, as RFC 8291 says: one record of `aes128gcm` (RFC 8188). */
export function encrypt(plain: Buffer, { p256dh, auth }: BrowserKeys, oneTime = newOneTime()): Buffer {
  if (plain.length > MAX_PLAIN_BYTES)
    throw new RangeError(`A message has more than ${MAX_PLAIN_BYTES} bytes.`);
  const { ecdh, salt } = oneTime;
  const own = ecdh.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own]);
  const secret = hkdfSync('sha256', ecdh.computeSecret(p256dh), auth, info, 32);
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, `Content-Encoding: ${purpose}\0`, bytes));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES);
  sizes.writeUInt8(own.length, 4);
  const record = [cipher.update(plain), cipher.update(Buffer.of(LAST_RECORD)), cipher.final()];
  return Buffer.concat([salt, sizes, own, ...record, cipher.getAuthTag()]);
}

function newOneTime(): OneTime {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  return { ecdh, salt: randomBytes(16) };
}
