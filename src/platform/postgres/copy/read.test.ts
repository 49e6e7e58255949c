import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/database.ts';
import { readCopy } from './read.ts';

const database = await createTestDatabase({ empty: true, poolSize: 1 });
const { signal } = new AbortController();

function read(query: string, stop: AbortSignal = signal, onBlock = () => {}) {
  return database.session(async (client) => {
    const blocks = readCopy(client, `copy (${query}) to stdout`, stop);
    const taken: Uint8Array[] = [];
    let next = await blocks.next();
    for (; !next.done; next = await blocks.next()) {
      taken.push(next.value);
      onBlock();
    }
    return { text: Buffer.concat(taken).toString(), rows: next.value };
  });
}

const MANY = 'select n, repeat(chr(97 + n % 26), n % 977) from generate_series(1, 5000) n';

test('rows come whole, in order and counted, however they are cut into blocks', async () => {
  const expected = Array.from(
    { length: 5000 },
    (_, index) =>
      `${index + 1}\t${String.fromCodePoint(97 + ((index + 1) % 26)).repeat((index + 1) % 977)}\n`,
  ).join('');
  expect(await read(MANY)).toEqual({ text: expected, rows: 5000 });
  expect(await read('select 1 where false')).toEqual({ text: '', rows: 0 });
});

test('a failure in the middle fails the reader, and the pool goes on', async () => {
  await expect(read('select 1 / (40000 - n) from generate_series(1, 50000) n')).rejects.toMatchObject({
    code: '22012',
  });
  expect((await read('select 1')).rows).toBe(1);
});

test('aborting ends the reading at once, and the pool goes on', async () => {
  const abort = new AbortController();
  const reading = read('select n from generate_series(1, 10000000) n', abort.signal, () => abort.abort());
  await expect(reading).rejects.toThrow('aborted');
  expect((await read('select 1')).rows).toBe(1);
  expect(database.gauge()).toEqual({ busy: 0, idle: 1, waiting: 0 });
});
