import { randomBytes } from 'node:crypto';

const IDS_AT_ONCE = 256;
const DIGITS = 32;
let pool = '';
let used = 0;

/** Returns 128 random bits as text, generated in bulk because a call of the system for each is slow. */
function randomDigits(): string {
  if (used === pool.length) {
    pool = randomBytes((IDS_AT_ONCE * DIGITS) / 2).toString('hex');
    used = 0;
  }
  used += DIGITS;
  return pool.slice(used - DIGITS, used);
}

/** Creates a version 7 UUID, which sorts by time, so that index pages fill in order. */
export function newId(at: Date = new Date()): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const digits = randomDigits();
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(3), 16) & 3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-${variant}${digits.slice(4, 7)}-${digits.slice(7, 19)}`;
}

/** Creates a W3C trace id: 32 hexadecimal digits. */
export const newTraceId = randomDigits;
