import type { SavedDestination } from '@quaestor/sdk';
import { array, assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { readBatch, readCsv } from './read-batch.ts';

const HEAD = 'venue,asset,amount,destination,network,tag,reference';
const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const read = (...lines: string[]) => readBatch([HEAD, ...lines].join('\r\n'), []);

it('a line is a request to a saved destination, or to an address with its network', () => {
  expect(read('aurora,USDT,"1,250.50",cold-wallet,,,pay-1', 'aurora,XRP,20,rAddress,XRPL,77,pay-2')).toEqual({
    lines: [
      {
        line: 2,
        request: {
          venue: 'aurora',
          asset: { code: 'USDT' },
          amount: '1250.50',
          reference: 'pay-1',
          blockchainDestination: { alias: 'cold-wallet' },
        },
      },
      {
        line: 3,
        request: {
          venue: 'aurora',
          asset: { code: 'XRP' },
          amount: '20',
          reference: 'pay-2',
          blockchainDestination: { address: 'rAddress', network: 'XRPL', tag: '77' },
        },
      },
    ],
  });
});

const SAVED = {
  id: '1',
  status: 'CONFIRMED',
  network: null,
  address: null,
  tag: null,
  account: null,
} as const;
const saved = [
  { ...SAVED, alias: 'exchange', kind: 'blockchain' },
  { ...SAVED, alias: 'house-bank', kind: 'bank' },
] as unknown as readonly SavedDestination[];
const destinationOf = (line: string) => {
  const batch = readBatch(`${HEAD}\n${line}`, saved);
  return 'lines' in batch ? batch.lines[0]?.request.blockchainDestination : batch;
};

it('a tag is never left out: beside a name the server compares it with what is saved', () => {
  expect(destinationOf('aurora,XRP,20,exchange,,77,a')).toEqual({ alias: 'exchange', tag: '77' });
  expect(destinationOf('aurora,XRP,20,exchange,XRPL,77,a')).toEqual({
    alias: 'exchange',
    network: 'XRPL',
    tag: '77',
  });
  expect(destinationOf('aurora,XRP,20,rAddress,,77,a')).toEqual({ alias: 'rAddress', tag: '77' });
  for (const place of [',77', 'XRPL,']) {
    expect(readBatch(`${HEAD}\naurora,EUR,20,house-bank,${place},a`, saved)).toMatchObject({
      lines: [{ fault: 'A bank account has no network and no tag.' }],
    });
  }
});

it('an amount that is no number is named at its line', () => {
  expect(read('aurora,USDT,1.250,cold,,,a', 'aurora,USDT,"1,25",cold,,,b')).toMatchObject({
    lines: [{ line: 2 }, { line: 3, fault: 'The amount is not a number such as 1250.50.' }],
  });
});

it.each([
  ['', 'no line'],
  [HEAD, 'no line'],
  ['venue,asset\naurora,USDT', 'amount, destination, and reference is missing'],
  [`${HEAD},colour\na,b,1,c,,,d,red`, 'colour is not a column'],
  [`${HEAD}\naurora,USDT,1`, 'Line 2 has another number of cells'],
  [`${HEAD},tag\na,b,1,c,,77,d,`, 'The column tag is there twice'],
  [`${HEAD}\na,b,1,c,,,same\na,b,1,c,,,same`, 'same is there twice'],
  [`${HEAD}\n${'a,b,1,c,,,d\n'.repeat(501)}`, 'more than 500'],
])('of the file %j says what is wrong', (text, fault) => {
  const read = readBatch(text, []);
  expect('fault' in read && read.fault).toContain(fault);
});

it('every cell that is written by the rules of CSV is read as it is', () => {
  const rows = array(array(string({ minLength: 1 }), { minLength: 2, maxLength: 2 }), { minLength: 1 });
  assert(
    property(rows, (written) => {
      const text = written.map((row) => row.map(quote).join(',')).join('\r\n');
      const kept = written.filter((row) => row.some((cell) => cell.trim() !== ''));
      return JSON.stringify(readCsv(text)) === JSON.stringify(kept);
    }),
  );
});
