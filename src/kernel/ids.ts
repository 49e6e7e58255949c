import { randomBytes, randomUUID } from 'node:crypto';

/** A version 7 UUID: later ones sort after earlier ones, so index pages fill in order. */
export function newId(at: Date = new Date()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 32 hexadecimal digits, the form of a W3C trace id. */
export function newTraceId(): string {
  // Node keeps random bytes for UUIDs in store, which makes them far cheaper than asking for bytes.
  return randomUUID().replaceAll('-', '');
}
