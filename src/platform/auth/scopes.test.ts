import { expect, it } from 'vitest';
import { textLike } from './testing/fixture.ts';
import { READ_ONLY_SCOPES, SCOPES, scopeFaults, scopesOf } from './scopes.ts';

it('the scopes are exactly those of the interface', () => {
  expect(Object.keys(SCOPES.trading)).toEqual(
    'venues:view venue-transfer:view venue-transfer:edit approvals:edit conversions:view conversions:edit market-data:view exports:view exports:edit webhooks:edit admin'.split(
      ' ',
    ),
  );
  expect(Object.keys(SCOPES.partner)).toEqual(
    'reports:view wallets:view wallets:edit rebates:view rebates:edit facts:write admin'.split(' '),
  );
});

it('the read-only scopes are all those that end in :view and no other', () => {
  expect(READ_ONLY_SCOPES.toSorted()).toEqual([
    'conversions:view',
    'exports:view',
    'market-data:view',
    'rebates:view',
    'reports:view',
    'venue-transfer:view',
    'venues:view',
    'wallets:view',
  ]);
});

it('every unknown scope is named', () => {
  expect(scopeFaults(['venues:view', 'venues:edit', 'toString'])).toEqual([
    textLike(/^venues:edit is not known/),
    textLike(/^toString is not known/),
  ]);
  expect(scopeFaults([])).toHaveLength(1);
});

it('a service sees its own scopes only', () => {
  const all = ['venues:view', 'reports:view', 'admin', 'toString'];
  expect(scopesOf('trading', all)).toEqual(['venues:view', 'admin']);
  expect(scopesOf('partner', all)).toEqual(['reports:view', 'admin']);
});
