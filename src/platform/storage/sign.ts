import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a link permits. */
export interface Grant {
  readonly key: string;
  readonly filename: string;
  readonly expiresAtMs: number;
}

export function sign(secret: Buffer, { key, filename, expiresAtMs }: Grant): string {
  // No part can contain a line break, so the text of a grant is unique.
  return createHmac('sha256', secret).update(`${key}\n${filename}\n${expiresAtMs}`).digest('base64url');
}

/** Compares in constant time. */
export function isSigned(secret: Buffer, grant: Grant, signature: string): boolean {
  const expected = Buffer.from(sign(secret, grant));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
