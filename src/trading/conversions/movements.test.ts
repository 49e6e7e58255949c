import { expect, it } from 'vitest';
import { movementsOf } from './movements.ts';

const trade = { order_id: 'one', price: '20', quantity: '3', fee: '0.003' };

it.each([
  ['the counter asset', 'USDT', { AVAX: '3', USDT: '-60.003' }],
  ['the asset received', 'AVAX', { AVAX: '2.997', USDT: '-60' }],
  ['a discount token', 'BNB', { AVAX: '3', USDT: '-60', BNB: '-0.003' }],
])('a purchase with its fee in %s moves exactly what was traded and charged', (_what, fee_asset, moved) => {
  const movements = movementsOf([{ id: 'one', symbol: 'AVAX-USDT', side: 'buy' }], [{ ...trade, fee_asset }]);
  expect(Object.fromEntries([...movements].map(([asset, amount]) => [asset, amount.toString()]))).toEqual(
    moved,
  );
});
