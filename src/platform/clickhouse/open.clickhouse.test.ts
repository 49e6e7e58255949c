import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { startClickhouse } from '../../testing/clickhouse/start.ts';
import { firstAvailable, openClickhouse } from './index.ts';

const WAIT = { timeout: 30_000 };
const server = { username: 'default', password: '', database: 'default', connections: 4 };
const [url = ''] = inject('clickhouseUrls');
const clickhouse = openClickhouse({ ...server, url });
afterAll(() => clickhouse.close());

test('values arrive exactly as they were sent', async () => {
  const text = 'a\'b\\c"\n\tü';
  const digits = Decimal.parse('1234567890123456789012345678.12345678');
  const moment = new Date('2024-03-04T15:30:00.123Z');
  const largest = Number.MAX_SAFE_INTEGER;
  const sql = "select $1 as a, $2 as b, $3 as c, $4 as d, $5 as e, ['x', 'y'] as f, $6 as g";
  const [row] = await clickhouse.query(sql, [text, digits, moment, largest, true, null]);
  expect(row).toEqual({ a: text, b: digits, c: moment, d: largest, e: true, f: ['x', 'y'], g: null });
});

test('a number that is not exact is refused, in both directions', async () => {
  await expect(clickhouse.query('select $1 as a', [0.1])).rejects.toThrow('0.1 is not a safe integer');
  await expect(clickhouse.query('select toInt64(9007199254740993) as a')).rejects.toThrow('exceeds the safe');
  await expect(clickhouse.query('select 0.1 as a')).rejects.toThrow('type Float64 are not supported');
});

test('a server that cannot be reached is a 503 that says so', async () => {
  const nobody = openClickhouse({ ...server, url: 'http://127.0.0.1:1' });
  await expect(nobody.query('select 1')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The ClickHouse server that answers reports cannot be reached at present.',
  });
  await nobody.close();
});

test('the next server answers when the first cannot be reached; an error of a statement is not tried again', async () => {
  const nobody = openClickhouse({ ...server, url: 'http://127.0.0.1:1' });
  const either = firstAvailable([nobody, clickhouse]);
  expect(await either.query('select 1 as a')).toEqual([{ a: 1 }]);
  const rows: object[] = [];
  for await (const block of either.stream('select number as a from numbers(3)')) rows.push(...block);
  expect(rows).toEqual([{ a: 0 }, { a: 1 }, { a: 2 }]);
  const wrong = firstAvailable([clickhouse, nobody]);
  await expect(wrong.query('select nothing_of_this_name')).rejects.toThrow('nothing_of_this_name');
  await expect(wrong.stream('select nothing_of_this_name').next()).rejects.toThrow('nothing_of_this_name');
  await nobody.close();
});

const running = async (mark: string): Promise<number> => {
  const [found] = await clickhouse.query<{ statements: number }>(
    "select count(*) as statements from system.processes where position(query, $1) > 0 and query not like '%processes%'",
    [mark],
  );
  return found?.statements ?? 0;
};

test('a statement ends on the server when its caller leaves, before or between the rows', async () => {
  const leaving = new AbortController();
  const rows = clickhouse.stream('select number from numbers(777000000000)', [], { signal: leaving.signal });
  await rows.next();
  expect(await running('777000000000')).toBe(1);
  leaving.abort(new Error('The caller has left.'));
  await expect(rows.next()).rejects.toThrow('The caller has left.');
  await vi.waitFor(async () => expect(await running('777000000000')).toBe(0), WAIT);
  const impatient = AbortSignal.timeout(300);
  const slow = 'select sleepEachRow(1) from numbers(778) settings max_block_size = 1';
  await expect(clickhouse.query(slow, [], { signal: impatient })).rejects.toThrow('timeout');
  await vi.waitFor(async () => expect(await running('numbers(778)')).toBe(0), WAIT);
});

test('a statement whose server freezes is a 503 within seconds', async () => {
  const freezing = await startClickhouse();
  onTestFinished(() => freezing.remove());
  const asked = openClickhouse({ ...server, url: freezing.url });
  onTestFinished(() => asked.close());
  const slow = 'select sleepEachRow(1) as a from numbers(60) settings max_block_size = 1';
  const answer = asked.query(slow).catch((error: Error) => error);
  const count = "select count(*) as statements from system.processes where query like '%numbers(60)%'";
  await vi.waitFor(async () => expect(await asked.query(count)).toEqual([{ statements: 2 }]), WAIT);
  freezing.freeze();
  const began = performance.now();
  expect(await answer).toMatchObject({ code: 'unavailable' });
  expect(performance.now() - began).toBeLessThan(15_000);
});
