import { expect, it } from 'vitest';
import { shortenId } from './shorten-id.ts';

it.each([
  ['019a8f3c-1b2d-7e4f-8a9b-0c1d2e3f4a5b', '019a8f3c…3f4a5b'],
  ['0af7651916cd43dd8448eb211c80319c', '0af76519…80319c'],
])('shortens what has no meaning: %s', (id, shown) => {
  expect(shortenId(id)).toBe(shown);
});

it.each(['rebate:1:2025-10-30', 'demo-partner', 'nightly-facts-of-the-warehouse', 'BTC-USDT'])(
  'shows readable ids whole: %s',
  (id) => {
    expect(shortenId(id)).toBe(id);
  },
);
