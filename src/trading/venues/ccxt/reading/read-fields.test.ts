import { array, assert, integer, property, tuple, uint8Array } from 'fast-check';
import { expect, it } from 'vitest';
import { writePush } from '../exchanges/mexc/testing/write-push.ts';
import { books } from '../exchanges/mexc/books.ts';
import { bytesIn, readFields, textIn } from './read-fields.ts';

/** Examples of the documentation of the encoding. */
it.each([
  ['089601', 1, 150],
  ['120774657374696e67', 2, 'testing'],
  ['1a03089601', 3, '\u0008\u0096\u0001'],
])('the bytes %s have the field %d with %j', (hex, number, value) => {
  const fields = readFields(Buffer.from(hex, 'hex'));
  const found =
    typeof value === 'number' ? fields.get(number)?.[0] : bytesIn(fields, number)?.toString('latin1');
  expect(found).toBe(value);
});

it('the last of several values counts, and all of a repeated field are there', () => {
  const fields = readFields(Buffer.from('0a01610a0162', 'hex'));
  expect(textIn(fields, 1)).toBe('b');
  expect(fields.get(1)).toHaveLength(2);
});

it.each([
  ['a length beyond the end', '1207746573'],
  ['a number that is cut off', '0896'],
  ['a number of more than 53 bits', '08ffffffffffffffffff01'],
  ['a number without an end', '08ffffffffffffffffffffffff01'],
  ['a group', '0b0c'],
  ['field zero', '0001'],
])('a message with %s is refused', (_, hex) => {
  expect(() => readFields(Buffer.from(hex, 'hex'))).toThrow('The message');
});

/** What reading ends with: nothing, or the words of an error. */
function faultOf(bytes: Uint8Array): string | undefined {
  try {
    readFields(Buffer.from(bytes));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

it('whatever bytes come, reading ends with fields or an error of its own', () => {
  assert(
    property(uint8Array({ maxLength: 200 }), (bytes) => {
      expect(faultOf(bytes) ?? 'The message was read.').toMatch(/^The message /);
    }),
  );
});

it('a book of MEXC is read as it was written', () => {
  const levels = array(
    tuple(integer({ min: 1, max: 1e9 }).map(String), integer({ min: 0, max: 1e9 }).map(String)),
  );
  assert(
    property(levels, levels, integer({ min: 1, max: 2 ** 52 }), (bids, asks, sendTime) => {
      const depth = { bids, asks, eventType: 'spot', fromVersion: '41', toVersion: '42' };
      const frame = writePush({ channel: 'c', symbol: 'BTCUSDT', sendTime, depth });
      const text = books.decode?.(frame, true, frame.length) ?? '';
      const { eventType: _eventType, ...read } = depth;
      expect(JSON.parse(text)).toEqual({ symbol: 'BTCUSDT', sendTime, depth: read });
    }),
  );
});
