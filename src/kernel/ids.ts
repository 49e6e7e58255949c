import { randomBytes } from 'node:crypto';

const IDS_AT_ONCE = 256;
const DIGITS = 32;
let pool = '';
let used = 0;

/** 128 random bits as text, drawn in bulk: asking the system and writing the digits costs more than all the rest. */
function randomDigits(): string {
  if (used === pool.length) {
    pool = randomBytes((IDS_AT_ONCE * DIGITS) / 2).toString('hex');
    used = 0;
  }
  used += DIGITS;
  return pool.slice(used - DIGITS, used);
}

/** A version 7 UUID: later ones sort after earlier ones, so index pages fill in order. */
export function newId(at: Date = new Date()): string {
  const time = at.getTime().toString(16).padStart(12, '0');
  const digits = randomDigits();
  const variant = '89ab'.charAt(Number.parseInt(digits.charAt(3), 16) & 3);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-${variant}${digits.slice(4, 7)}-${digits.slice(7, 19)}`;
}

/** 32 hexadecimal digits, the form of a W3C trace id. */
export const newTraceId = randomDigits;
