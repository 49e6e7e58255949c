import { expect, test } from 'vitest';
import { checkRandomLedgers } from './testing/ledger-model.ts';

test('many random histories leave the balances and statements of an independent model, to the last digit', async () => {
  expect(await checkRandomLedgers(15)).toBeGreaterThan(0);
}, 600_000);
