import { expect, it } from 'vitest';
import { textLike } from './testing/fixture.ts';
import { GRANTS, SCOPES, grantFaults, powersOf, scopesAt } from './scopes.ts';

it('the scopes are exactly those of the interface', () => {
  expect(Object.keys(SCOPES.trading)).toEqual(
    'venues:view venue-transfer:view venue-transfer:edit approvals:edit screening:edit pii:view conversions:view conversions:edit market-data:view exports:view exports:edit webhooks:edit admin'.split(
      ' ',
    ),
  );
  expect(Object.keys(SCOPES.partner)).toEqual(
    'reports:view wallets:view wallets:edit disbursements:edit disbursements:manage disbursements:confirm pii:view rebates:view rebates:edit links:edit facts:write program:view program:edit webhooks:edit admin'.split(
      ' ',
    ),
  );
});

it('no grant opens both services', () => {
  for (const grant of Object.keys(GRANTS.trading)) {
    expect(scopesAt('trading', { scopes: [grant], partner_uid: null })).toHaveLength(1);
    expect(scopesAt('partner', { scopes: [grant], partner_uid: null })).toEqual([]);
  }
  for (const grant of Object.keys(GRANTS.partner)) {
    expect(scopesAt('partner', { scopes: [grant], partner_uid: 'p-1' })).toHaveLength(1);
    expect(scopesAt('trading', { scopes: [grant], partner_uid: null })).toEqual([]);
  }
});

it('a grant gives the scope of its service, and an unknown name gives nothing', () => {
  const scopes = ['venues:view', 'trading:admin', 'reports:view', 'partner:admin', 'admin', 'toString'];
  expect(scopesAt('trading', { scopes, partner_uid: undefined })).toEqual(['venues:view', 'admin']);
  expect(scopesAt('partner', { scopes, partner_uid: undefined })).toEqual(['reports:view', 'admin']);
  expect(scopesAt('trading', { scopes: ['admin'], partner_uid: null })).toEqual([]);
});

it('a partner gets no scope of the trading service, regardless of its grants', () => {
  const scopes = [...Object.keys(GRANTS.trading), 'reports:view'];
  expect(scopesAt('trading', { scopes, partner_uid: 'p-1' })).toEqual([]);
  expect(scopesAt('partner', { scopes, partner_uid: 'p-1' })).toEqual(['reports:view']);
});

it('every scope that cannot be granted is named, with the reason', () => {
  const scopes = ['venues:view', 'venues:edit', 'toString', 'admin', 'reports:view'];
  expect(grantFaults({ scopes, partner_uid: null })).toEqual([
    textLike(/^venues:edit is not known; known: venues:view/),
    textLike(/^toString is not known/),
    'admin exists in both services: use trading:admin or partner:admin',
  ]);
  expect(grantFaults({ scopes: ['reports:view', 'trading:admin'], partner_uid: 'p-1' })).toEqual([
    'trading:admin is a scope of the trading service, which a credential of a partner cannot use',
  ]);
  expect(grantFaults({ scopes: [], partner_uid: null })).toEqual([]);
});

it('to vote, to screen and to read personal data takes two admins to give, to read the rest does not', () => {
  const powers = ['approvals:edit', 'screening:edit', 'pii:view', 'partner:pii:view'];
  expect(powersOf({ scopes: ['venue-transfer:view', ...powers, 'reports:view'] })).toEqual(powers);
  expect(powersOf({ scopes: [], roles: ['trading:compliance', 'trading:viewer'] })).toEqual(['pii:view']);
  expect(powersOf({ scopes: [], roles: ['partner:compliance'] })).toEqual(['partner:pii:view']);
});
