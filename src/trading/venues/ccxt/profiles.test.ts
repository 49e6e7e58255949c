import { assert, property, uuid } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PROFILES } from './profiles.ts';

describe.each(Object.entries(PROFILES))('%s', (id, { orders, withdrawals }) => {
  it('gives each of our ids one form, from which it can be read back', () => {
    const codecs = [orders.ids, ...(withdrawals.reference ? [withdrawals.reference.ids] : [])];
    assert(
      property(uuid(), (own) => {
        for (const codec of codecs) expect(codec.decode(codec.encode(own))).toBe(own);
      }),
    );
  });

  it('gets ids that fit into its limit', () => {
    const longest = orders.ids.encode('ffffffff-ffff-ffff-ffff-ffffffffffff');
    const limits: Record<string, RegExp> = { gate: /^t-[0-9A-Za-z]{22}$/, okx: /^[0-9a-f]{32}$/ };
    expect(longest).toMatch(limits[id] ?? /^[\w-]{1,36}$/);
  });
});
