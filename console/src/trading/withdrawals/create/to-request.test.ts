import { expect, it } from 'vitest';
import { asShown, toCheck, toRequest, type Draft } from './to-request.ts';

const MOST = 128;
const DRAFT: Draft = {
  venue: 'aurora',
  asset: 'USDT',
  amount: '1250.50',
  to: 'new',
  alias: null,
  network: 'ETHEREUM',
  address: ' 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ',
  tag: '',
  paymentText: '',
  reference: 'payout-1',
};
const request = (reference: string) => toRequest({ ...DRAFT, reference }, []);

it.each(['payout-1', 'x'.repeat(MOST), '😀'.repeat(MOST / 2), `x${'😀'.repeat(63)}`])(
  'the dry run of %s has a valid reference that is not that of the request',
  (reference) => {
    const { reference: checked, ...rest } = toCheck(request(reference), Date.parse('2099-12-31'));
    expect(checked.length).toBeLessThanOrEqual(MOST);
    expect(checked).not.toBe(reference);
    expect(() => encodeURIComponent(checked)).not.toThrow();
    expect({ ...rest, reference }).toEqual(request(reference));
  },
);

it('an address is sent without the spaces around it, and an empty tag not at all', () => {
  expect(request('payout-1').blockchainDestination).toEqual({
    network: 'ETHEREUM',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  });
});

it('what is requested after the check goes where the check has shown, also if the name is saved anew', () => {
  const shown = { address: 'rExchange', network: 'XRPL', tag: '77', alias: 'desk' };
  const saved = toRequest({ ...DRAFT, to: 'saved', alias: 'desk' }, []);
  expect(asShown(saved, { blockchainDestination: shown })).toEqual({
    ...saved,
    blockchainDestination: { alias: 'desk', address: 'rExchange', network: 'XRPL', tag: '77' },
  });
  expect(
    asShown(saved, { blockchainDestination: { ...shown, tag: null } }).blockchainDestination,
  ).not.toHaveProperty('tag');
  const typed = request('payout-1');
  expect(asShown(typed, { blockchainDestination: { ...shown, alias: null } })).toBe(typed);
  const bank = { ...typed, blockchainDestination: null, fiatDestination: { alias: 'house bank' } };
  expect(asShown(bank, { blockchainDestination: null })).toBe(bank);
});
