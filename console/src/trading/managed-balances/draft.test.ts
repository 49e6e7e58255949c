import type { ManagedBalanceSettings } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { draftOf, EMPTY, faultsOf, fieldOf, newSource, settingsOf, type Draft } from './draft.ts';

const settings: ManagedBalanceSettings = {
  minimum: '1000.5',
  target: '2000',
  maximum: '30000',
  dailyCap: '0.00000001',
  sources: [
    { kind: 'TRANSFER', venue: 'aurora', network: 'ETHEREUM' },
    { kind: 'CONVERSION', asset: 'USDT', maxSlippageBps: 30 },
  ],
  acts: 'PROPOSE',
};
const draft: Draft = draftOf('borealis', 'USDC', settings);
const faults = (change: Partial<Draft>) => faultsOf({ ...draft, ...change });

it('settings that nobody has touched are sent as they are, with every digit and in their order', () => {
  expect(settingsOf(draft)).toEqual(settings);
  expect(faults({})).toEqual({});
});

it.each([
  [{ minimum: 'a lot' }, ['minimum']],
  [{ minimum: '0' }, ['minimum']],
  [{ minimum: '2,000' }, ['target']],
  [{ maximum: '1,999' }, ['maximum']],
  [{ dailyCap: '-1' }, ['dailyCap']],
  [{ dailyCap: '0.0' }, ['dailyCap']],
  [{ asset: null }, ['asset']],
  [{ sources: [newSource()] }, ['sources.0.venue', 'sources.0.network']],
  [{ sources: [{ ...newSource(), kind: 'CONVERSION' as const }] }, ['sources.0.asset']],
  ...['0', '1001', '1.5', '', '-3'].map((slippage) => [
    { sources: [{ ...newSource(), kind: 'CONVERSION' as const, asset: 'USDT', slippage }] },
    ['sources.0.slippage'],
  ]),
] as [Partial<Draft>, string[]][])('%j is refused at its fields before it is sent', (change, fields) => {
  expect(Object.keys(faults(change))).toEqual(fields);
});

it('an empty form names every field that is needed', () => {
  expect(Object.keys(faultsOf(EMPTY)).toSorted()).toEqual(
    ['asset', 'dailyCap', 'maximum', 'minimum', 'target', 'venue'].toSorted(),
  );
});

it('what the server finds wrong stands at the field that the person sees', () => {
  expect(['sources.1.maxSlippageBps', 'sources.0.venue', 'target'].map(fieldOf)).toEqual([
    'sources.1.slippage',
    'sources.0.venue',
    'target',
  ]);
});
