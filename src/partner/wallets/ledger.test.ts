import { expect, test } from 'vitest';
import { checkRandomLedgers } from './testing/ledger-model.ts';

test('a random history leaves the balances and statements of an independent model, to the last digit', async () => {
  expect(await checkRandomLedgers(1)).toBeGreaterThan(0);
});
