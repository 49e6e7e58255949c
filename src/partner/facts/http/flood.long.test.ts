import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { contextOf } from '../../testing/facts.ts';
import { ingest } from '../intake/index.ts';
import { serveFacts } from '../testing/serve.ts';

const { facts, url } = await serveFacts();

const HEADERS = { authorization: 'Bearer facts:write', 'content-type': 'application/x-ndjson' };
const MIB = 1 << 20;
const FULL = 64 * MIB;

const rss = (): number => process.memoryUsage().rss;

/** Sends what a small gzip unpacks to, and measures the cost of the answer. */
async function sendPacked(kind: string, unpacked: Buffer) {
  const body = gzipSync(unpacked, { level: 9 });
  const before = rss();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, rss())), 20);
  const began = performance.now();
  const answer = await fetch(`${url}/api/facts/${kind}/`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-encoding': 'gzip' },
    body,
  });
  const problem = (await answer.json()) as { detail: string; refused?: number; errors?: object };
  clearInterval(sampling);
  return {
    status: answer.status,
    ...problem,
    seconds: (performance.now() - began) / 1000,
    addedMib: (peak - before) / MIB,
  };
}

const RATE = '{"currency":"EUR","rate_date":"2024-03-01","per_usd":1}\n';
const MANY_FIELDS = `{${Array.from({ length: 8_000 }, () => '"x":1').join(',')}}\n`;

// Before these bounds, 64 MiB of such lines took minutes and about 1 GB.
test.each([
  ['lines that are no JSON', '{\n', 'orders', 400, /^1000 lines .* Reading stopped after line 1000\.$/],
  ['lines without their fields', '{}\n', 'orders', 400, /^\d+ lines .* Reading stopped after line \d+\.$/],
  ['lines with thousands of unknown fields', MANY_FIELDS, 'orders', 400, /^1000 lines /],
  ['blank lines', '\n', 'orders', 413, /at most 1000000 lines/],
  ['one fact over and over', RATE, 'rates', 413, /at most 1000000 lines/],
])(
  '64 MiB of %s cost little time and memory',
  { timeout: 120_000 },
  async (_what, line, kind, ...expected) => {
    const [status, detail] = expected;
    const answer = await sendPacked(kind, Buffer.alloc(FULL, line));
    expect(answer).toMatchObject({ status, detail: expect.stringMatching(detail) as string });
    expect(Object.keys(answer.errors ?? {}).length).toBeLessThanOrEqual(1000);
    expect(answer.seconds).toBeLessThan(60);
    expect(answer.addedMib).toBeLessThan(500);
  },
);

test('after 1,000 refused lines the rest is not read, and nothing is stored', async () => {
  const lines = [...Array.from({ length: 2_000 }, () => '{\n'), RATE].join('');
  const answer = await sendPacked('rates', Buffer.from(lines));
  expect(answer).toMatchObject({ status: 400, refused: 1000 });
  expect(Object.keys(answer.errors ?? {}).at(-1)).toBe('lines.1000');
  expect(await facts.database.query('select * from rates')).toEqual([]);
});

test('reading stops when the signal is aborted, and nothing is stored', async () => {
  const abort = new AbortController();
  let chunks = 0;
  async function* endless() {
    for (;;) {
      chunks += 1;
      if (chunks === 10) abort.abort(new Error('the time is up'));
      yield Buffer.from(RATE);
    }
  }
  const context = { ...contextOf(facts), signal: abort.signal };
  const batch = ingest(context, { kind: 'rates', source: { format: 'ndjson', bytes: endless() } });
  await expect(batch).rejects.toThrow('the time is up');
  expect(chunks).toBe(10);
  expect(await facts.database.query('select * from rates')).toEqual([]);
});
