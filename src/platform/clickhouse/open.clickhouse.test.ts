import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import { startClickhouse } from '../../testing/clickhouse/start.ts';
import { temporaryFolder } from '../../testing/folder.ts';
import { firstAvailable, isUnavailable, openClickhouse } from './index.ts';

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

test('a server that cannot be reached is a 503 that names it', async () => {
  const nobody = openClickhouse({ ...server, url: 'http://127.0.0.1:1' });
  await expect(nobody.query('select 1')).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The ClickHouse server 127.0.0.1:1 cannot be reached at present.',
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

const time = async (question: () => Promise<void>): Promise<number> => {
  const began = performance.now();
  await question();
  return performance.now() - began;
};

test('nobody waits long for a frozen server, however many ask, and the next one answers them all', async () => {
  const freezing = await startClickhouse();
  onTestFinished(() => freezing.remove());
  const frozen = openClickhouse({ ...server, url: freezing.url });
  onTestFinished(() => frozen.close());
  freezing.freeze();
  const either = firstAvailable([frozen, clickhouse]);
  const waits: Promise<number>[] = [];
  const askFrozen = async (): Promise<void> =>
    expect(await frozen.query('select 1').catch((error: unknown) => error)).toMatchObject({
      code: 'unavailable',
    });
  const askEither = async (): Promise<void> =>
    expect(await either.query('select 1 as a')).toEqual([{ a: 1 }]);
  for (let wave = 0; wave < 20; wave += 1) {
    for (let caller = 0; caller < 5; caller += 1) waits.push(time(askFrozen), time(askEither));
    await sleep(500);
  }
  // A queue of pings, each of which takes 2 seconds, would be more than 10 seconds long.
  expect(Math.max(...(await Promise.all(waits)))).toBeLessThan(7_000);
});

test('a stream that stalls between its rows ends when its caller leaves, and when its server is found to be lost', async () => {
  const freezing = await startClickhouse();
  onTestFinished(() => freezing.remove());
  const asked = openClickhouse({ ...server, url: freezing.url });
  onTestFinished(() => asked.close());
  const leaving = new AbortController();
  let lastAt = performance.now();
  const read = async (signal?: AbortSignal): Promise<{ readonly ended: Promise<unknown> }> => {
    const rows = asked.stream("select repeat('x', 1000) as a from numbers(777000000000)", [], { signal });
    await rows.next();
    const rest = async (): Promise<void> => {
      for await (const _ of rows) lastAt = performance.now();
    };
    return { ended: rest().catch((error: unknown) => error) };
  };
  const [left, stayed] = await Promise.all([read(leaving.signal), read()]);
  freezing.freeze();
  await vi.waitFor(() => expect(performance.now() - lastAt).toBeGreaterThan(300), WAIT);
  leaving.abort(new Error('The caller has left.'));
  expect(await left.ended).toMatchObject({ message: 'The caller has left.' });
  expect(await stayed.ended).toMatchObject({ code: 'unavailable' });
  expect(performance.now() - lastAt).toBeLessThan(15_000);
});

test('the profile of the user changes neither values nor which rows there are', async () => {
  const profile = {
    date_time_output_format: 'iso',
    max_execution_time: 7200,
    max_result_rows: 1,
    result_overflow_mode: 'break',
    async_insert: 1,
    wait_for_async_insert: 0,
  };
  const settings = Object.entries(profile).map(([name, value]) => `ch_${name}=${value}`);
  const other = openClickhouse({ ...server, url: `${url}?${settings.join('&')}` });
  onTestFinished(() => other.close());
  const moment = new Date('2024-03-04T15:30:00.123Z');
  expect(await other.query('select $1 as a', [moment])).toEqual([{ a: moment }]);
  expect(await other.query("select toInt64(getSetting('max_execution_time')) as a")).toEqual([{ a: 3600 }]);
  await expect(other.query('select number from numbers(1000000)')).rejects.toThrow(
    'Limit for result exceeded',
  );

  const path = join(temporaryFolder(), 'rows.parquet');
  await clickhouse.saveFile('select toInt32(number) as a from numbers(3)', path);
  await clickhouse.run('create table profiled (a Int32) engine = MergeTree order by a');
  onTestFinished(() => clickhouse.run('drop table profiled sync'));
  await other.insertFile('profiled', path);
  expect(await clickhouse.query('select count(*) as rows from profiled')).toEqual([{ rows: 3 }]);
});

test.each([
  [
    'join_default_strictness',
    'ANY',
    'select count(*) as a from numbers(1) x join (select 0 as number from numbers(3)) y on x.number = y.number',
    3,
  ],
  [
    'transform_null_in',
    1,
    'select count(*) as a from (select arrayJoin([1, null]) as n) x where n in (select arrayJoin([2, null]))',
    0,
  ],
  ['aggregate_functions_null_for_empty', 1, 'select sum(number) as a from numbers(0)', 0],
  [
    'count_distinct_implementation',
    'uniqHLL12',
    'select count(distinct number) as a from numbers(100000)',
    100_000,
  ],
])('with %s = %s in the profile, a statement means the same', async (name, value, statement, expected) => {
  const other = openClickhouse({ ...server, url: `${url}?ch_${name}=${value}` });
  onTestFinished(() => other.close());
  expect(await other.query(statement)).toEqual([{ a: expected }]);
});

test('what fails between the rows is an error, and not the last row, whatever the profile says', async () => {
  const other = openClickhouse({ ...server, url: `${url}?ch_http_write_exception_in_output_format=1` });
  onTestFinished(() => other.close());
  const read = async (): Promise<number> => {
    let count = 0;
    const failing = `select toString(throwIf(number = 300000, 'It is three hundred thousand.')) as a
      from numbers(1000000) settings max_block_size = 1000`;
    for await (const rows of other.stream(failing)) count += rows.length;
    return count;
  };
  await expect(read()).rejects.toThrow('It is three hundred thousand.');
});

test.each(['SIGSEGV', 'SIGTERM', 'SIGKILL'] as const)(
  'under load, a server that ends by %s is a 503 for everybody until it is back',
  async (signal) => {
    const ending = await startClickhouse();
    onTestFinished(() => ending.remove());
    const asked = openClickhouse({ ...server, url: ending.url, connections: 8 });
    onTestFinished(() => asked.close());
    const errors: unknown[] = [];
    let answers = 0;
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      while (!over.signal.aborted) {
        try {
          const [row] = await asked.query('select count(*) as a from numbers(3000000) where number % 7 = 0');
          if (row) answers += 1;
        } catch (error) {
          errors.push(error);
          await sleep(20);
        }
      }
    };
    const asking = Array.from({ length: 8 }, ask);
    await vi.waitFor(() => expect(answers).toBeGreaterThan(8), WAIT);
    await ending.signal(signal);
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(8), WAIT);
    await ending.restart();
    const before = answers;
    await vi.waitFor(() => expect(answers).toBeGreaterThan(before), WAIT);
    over.abort();
    await Promise.all(asking);
    expect(errors.filter((error) => !isUnavailable(error))).toEqual([]);
  },
);

test('a server that cannot reach another of its cluster is a 503, whatever the profile says', async () => {
  const asked = openClickhouse({ ...server, url: `${url}?ch_skip_unavailable_shards=1` });
  onTestFinished(() => asked.close());
  const [port] = await asked.query<{ a: number }>("select getServerPort('tcp_port') as a");
  await expect(
    asked.query(`select dummy from remote('127.0.0.1:${port?.a},127.0.0.1:1', system.one)`),
  ).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('another server of its cluster') as string,
  });
});

test('a statement that needs too much memory, or a wrong password, is a 503 that says what to do', async () => {
  const small = openClickhouse({ ...server, url: `${url}?ch_max_memory_usage=10000000` });
  onTestFinished(() => small.close());
  const large = 'select length(groupArray(number)) as a from numbers(100000000)';
  const tooLarge = {
    code: 'unavailable',
    message: expect.stringContaining('raise max_memory_usage') as string,
  };
  // Another server would not have more: this one would.
  await expect(firstAvailable([small, clickhouse]).query(large)).rejects.toMatchObject(tooLarge);
  const stranger = openClickhouse({ ...server, url, password: 'wrong' });
  onTestFinished(() => stranger.close());
  const refused = await stranger.query('select 1').catch((error: Error) => error);
  expect(refused).toMatchObject({
    code: 'unavailable',
    message: `The ClickHouse server ${new URL(url).host} refuses the user: check facts.clickhouseUser and facts.clickhousePassword.`,
  });
});

test('an error of this machine is not taken for a server that cannot be reached', async () => {
  const path = join(temporaryFolder(), 'missing', 'saved');
  await expect(clickhouse.saveFile('select 1 as a', path)).rejects.toMatchObject({ code: 'ENOENT' });
});
