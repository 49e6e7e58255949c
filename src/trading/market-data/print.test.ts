import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Printer } from './print.ts';

const name = fc.string({ unit: 'binary', maxLength: 5 });
const entry = fc.record({
  price: fc.nat().map(String),
  quantity: fc.nat().map(String),
  venue: name,
  timestampMs: fc.nat(),
  priceWithFee: fc.nat().map(String),
});

test('one printer prints each of many books exactly, in ASCII, independent of earlier books and of the names', () => {
  const books = fc.array(entry, { minLength: 1, maxLength: 6 }).chain((entries) => {
    const side = fc.shuffledSubarray(entries);
    return fc.array(fc.record({ venueAccount: name, bids: side, asks: side }), { maxLength: 12 });
  });
  fc.assert(
    fc.property(books, (received) => {
      const printer = new Printer('BTC', 'USDT');
      for (const { venueAccount, bids, asks } of received) {
        const heading = { timestampMs: 0, venue: null, venueAccount, type: 'AGGREGATED' };
        const text = printer.book(heading, { bids, asks });
        const shown = ({ timestampMs, ...rest }: (typeof bids)[number]) => ({
          ...rest,
          timestamp: new Date(timestampMs),
        });
        const plain = JSON.stringify({
          timestamp: new Date(0),
          venue: null,
          venueAccount,
          symbol: { base: { code: 'BTC' }, counter: { code: 'USDT' } },
          bids: bids.map(shown),
          asks: asks.map(shown),
          type: 'AGGREGATED',
        });
        expect(JSON.parse(text)).toEqual(JSON.parse(plain));
        expect(Buffer.from(text, 'latin1').equals(Buffer.from(text))).toBe(true);
      }
    }),
  );
});
