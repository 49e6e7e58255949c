import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { paidBeforeFilter } from './paid-before-filter.ts';

const chain = (address: string, tag: string | null) =>
  paidBeforeFilter({
    blockchainDestination: { address, network: 'XRPL', tag, alias: 'desk' },
    fiatDestination: null,
  });

it('who was paid before is known by address, network and tag, and without a tag by having none', () => {
  expect(chain('rExchange', '77')).toBe(
    'status:COMPLETED AND address:"rExchange" AND network:"XRPL" AND tag:"77"',
  );
  expect(chain('rExchange', null)).toBe(
    'status:COMPLETED AND address:"rExchange" AND network:"XRPL" AND NOT tag:*',
  );
});

it('a bank account is known by its name', () => {
  const bank = { alias: 'house bank', reference: 'rent' };
  expect(paidBeforeFilter({ blockchainDestination: null, fiatDestination: bank })).toBe(
    'status:COMPLETED AND alias:"house bank"',
  );
});

it('no tag ends its quotes early, so none widens what is counted', () => {
  assert(
    property(string(), (tag) => {
      const [, quoted = ''] = / AND tag:(".*)$/s.exec(chain('rExchange', tag)) ?? [];
      return /^"(?:[^"\\]|\\.)*"$/s.test(quoted);
    }),
  );
});
