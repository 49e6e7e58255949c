import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSecrets } from './secrets.ts';

const ROOT = 'r'.repeat(32);
const REFUSED = /unable to authenticate|invalid/i;

describe('keys for single purposes', () => {
  it('are the same for the same purpose and root secret, and differ for any other', () => {
    const key = createSecrets(ROOT).derive('a');
    expect(key).toHaveLength(32);
    expect(createSecrets(ROOT).derive('a')).toEqual(key);
    expect(createSecrets(ROOT).derive('b')).not.toEqual(key);
    expect(createSecrets(`${ROOT}x`).derive('a')).not.toEqual(key);
  });

  it('are not made from a root secret shorter than 32 bytes', () => {
    expect(() => createSecrets('r'.repeat(31))).toThrow('at least 32 bytes');
  });
});

describe('a sealed value', () => {
  const secrets = createSecrets(ROOT);

  it('opens to what was sealed, and seals differently each time', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.string(), (plain, boundTo) => {
        const sealed = secrets.seal('p', plain, boundTo);
        expect(secrets.open('p', sealed, boundTo)).toEqual(Buffer.from(plain));
        expect(secrets.seal('p', plain, boundTo)).not.toEqual(sealed);
      }),
    );
  });

  it('does not open with another root secret, purpose or binding', () => {
    const sealed = secrets.seal('p', Buffer.from('plain'), 'x');
    expect(() => createSecrets('s'.repeat(32)).open('p', sealed, 'x')).toThrow(REFUSED);
    expect(() => secrets.open('q', sealed, 'x')).toThrow(REFUSED);
    expect(() => secrets.open('p', sealed, 'y')).toThrow(REFUSED);
  });

  it('does not open when a single bit is changed or the end is cut off', () => {
    const sealed = secrets.seal('p', Buffer.from('plain'), 'x');
    fc.assert(
      fc.property(fc.nat(sealed.length - 1), fc.nat(7), (at, bit) => {
        const changed = Buffer.from(sealed);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
        expect(() => secrets.open('p', changed, 'x')).toThrow(REFUSED);
        expect(() => secrets.open('p', sealed.subarray(0, at), 'x')).toThrow(REFUSED);
      }),
    );
  });
});
