import type { Deposit, Transfer } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { differencesOf } from './differences.ts';

const sent = {
  amount: '1.50',
  blockchainDestination: { network: 'ETHEREUM', address: '0xAbCd', tag: null },
  withdrawal: { receivedAmount: null, hash: '0xFF01', internalTransferId: null },
} as unknown as Transfer;
const arrived = {
  amount: '1.5',
  blockchainDestination: { network: 'ETHEREUM', address: '0xabcd', tag: null },
  blockchainMetadata: { hash: '0xff01' },
  internalTransferId: null,
} as unknown as Deposit;

it('what is the same in another form does not differ', () => {
  expect(differencesOf(sent, arrived)).toEqual([]);
});

it.each([
  [{ amount: '1.500000000000000001' }, ['amount']],
  [{ blockchainMetadata: { hash: '0xff02' } }, ['transaction']],
  [{ blockchainMetadata: null }, ['transaction']],
  [{ blockchainDestination: { network: null, address: '0xabcd', tag: '7' } }, ['tag']],
  [{ blockchainDestination: { network: 'TRON', address: 'TAbc', tag: null } }, ['address', 'network']],
  [{ blockchainDestination: null }, ['address']],
])('%j differs in %j', (change, expected) => {
  expect(differencesOf(sent, { ...arrived, ...change })).toEqual(expected);
});

const to = (address: string) => ({ network: 'TRON', address, tag: null });

it('addresses that are no hexadecimal numbers differ by case', () => {
  expect(
    differencesOf(
      { ...sent, blockchainDestination: to('TAbc') },
      { ...arrived, blockchainDestination: to('Tabc') },
    ),
  ).toEqual(['address']);
});
