import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Derives a key for each purpose from the root secret, and encrypts with it. */
export interface Secrets {
  /** Returns 32 bytes, always the same for a purpose. */
  derive(purpose: string): Buffer;
  /** Encrypts with `boundTo` as associated data, so that a sealed value cannot be moved to another row. */
  seal(purpose: string, plain: Uint8Array, boundTo: string): Buffer;
  /** Decrypts; throws if the root secret, the purpose, `boundTo` or any bit differs. */
  open(purpose: string, sealed: Buffer, boundTo: string): Buffer;
}

export function createSecrets(rootSecret: string): Secrets {
  if (Buffer.byteLength(rootSecret) < 32) throw new Error('The root secret must have at least 32 bytes.');
  const derive = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', rootSecret, '', `quaestor/${purpose}`, 32));
  return {
    derive,
    seal(purpose, plain, boundTo) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', derive(purpose), iv).setAAD(Buffer.from(boundTo));
      const encrypted = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]);
    },
    open(purpose, sealed, boundTo) {
      const iv = sealed.subarray(0, IV_BYTES);
      const tag = sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', derive(purpose), iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(boundTo))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
    },
  };
}
