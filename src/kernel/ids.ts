import { randomFillSync } from 'node:crypto';

const ID_BYTES = 16;
const pool = Buffer.allocUnsafe(256 * ID_BYTES);
let used = pool.length;

/** Random bytes, asked for in bulk: one call to the system for 256 ids. They are good until the next call. */
function randomId(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += ID_BYTES;
  return pool.subarray(used - ID_BYTES, used);
}

/** A version 7 UUID: later ones sort after earlier ones, so index pages fill in order. */
export function newId(at: Date = new Date()): string {
  const bytes = randomId();
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 32 hexadecimal digits, the form of a W3C trace id. */
export function newTraceId(): string {
  return randomId().toString('hex');
}
