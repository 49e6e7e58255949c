import { describe, expect, expectTypeOf, it } from 'vitest';
import type { Decimal } from '../decimal.ts';
import { FactsRefusedError, ReportChangedError } from '../errors/index.ts';
import { answerJson, answerProblem, serve } from '../testing/serve.ts';
import { Partner } from './index.ts';

const AS_OF = '2024-06-01T12:00:00.000Z';

/** A report of so many rows, whose facts change after some pages. */
async function serveReport(count: number, changesAfter = Infinity) {
  let pages = 0;
  return serve(({ url, headers }, response) => {
    if (headers.accept === 'text/csv') {
      response.writeHead(200, { 'content-type': 'text/csv' }).end('a,b\n1,2\n');
      return;
    }
    if (headers.accept?.endsWith('spreadsheetml.sheet')) {
      response.writeHead(200, { 'content-type': headers.accept }).end('PK');
      return;
    }
    pages += 1;
    const query = new URL(url, 'http://x').searchParams;
    const offset = Number(query.get('offset'));
    const length = Math.max(0, Math.min(Number(query.get('limit')), count - offset));
    const rows = Array.from({ length }, (_, index) => `{"click_count":${offset + index},"reward_usd":0.10}`);
    response
      .writeHead(200, { 'x-as-of': pages > changesAfter ? '2024-06-02T00:00:00.000Z' : AS_OF })
      .end(`{"data":[${rows.join(',')}],"totals":{"reward_usd":12345678901234567890.10,"click_count":7}}`);
  });
}

it('reads as a partner with every call, and only there', async () => {
  const seen: string[] = [];
  const { url } = await serve(({ url: path }, response) => {
    seen.push(path);
    answerJson(response, 200, { accounts: [] });
  });
  const partner = new Partner({ url });
  await partner.as('P1').wallets.list();
  await partner
    .as('P2')
    .reports.performance({ group_by: ['day'] })
    .page();
  await partner.wallets.list();
  expect(seen).toEqual([
    '/api/wallet/accounts/?partner_uid=P1',
    expect.stringMatching(/performance.*partner_uid=P2/),
    '/api/wallet/accounts/',
  ]);
});

it('a rebate group has the tag of its header, also if a proxy has marked it as weak', async () => {
  const seen: unknown[] = [];
  const { url } = await serve(({ method, headers }, response) => {
    seen.push([method, headers['if-match']]);
    response.writeHead(200, { 'content-type': 'application/json', etag: 'W/"a"' }).end('{"id":7}');
  });
  const { rebateGroups } = new Partner({ url });
  const { etag: ifMatch } = await rebateGroups.get(7);
  expect(await rebateGroups.update(7, { group_title: 'Gold' }, { ifMatch })).toEqual({ id: 7, etag: '"a"' });
  expect(seen).toEqual([
    ['GET', undefined],
    ['PATCH', '"a"'],
  ]);
});

describe('a report', () => {
  it.each([0, 1, 999, 1000, 1001, 2500])('of %d rows yields each of them once, in order', async (count) => {
    const { url } = await serveReport(count);
    const seen: number[] = [];
    for await (const row of new Partner({ url }).reports.performance().rows()) seen.push(row.click_count);
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it('has decimals as text with all their digits, whole numbers as numbers, as its types declare', async () => {
    const { url } = await serveReport(1);
    const report = new Partner({ url }).reports.performance({ group_by: ['day'] });
    const totals = await report.totals();
    expect(totals).toEqual({ reward_usd: '12345678901234567890.10', click_count: 7 });
    expectTypeOf(totals.reward_usd).toEqualTypeOf<Decimal>();
    expectTypeOf(totals.click_count).toEqualTypeOf<number>();
    const { data } = await report.page({ limit: 10 });
    expect(data).toEqual([{ click_count: 0, reward_usd: '0.10' }]);
  });

  it('throws rather than lose or repeat rows when facts arrive between its pages', async () => {
    const { url } = await serveReport(2500, 1);
    const rows = new Partner({ url }).reports.performance().rows();
    const read = async () => {
      for await (const row of rows) expect(row.click_count).toBeLessThan(1000);
    };
    await expect(read()).rejects.toBeInstanceOf(ReportChangedError);
  });

  it('is read as a CSV file or a workbook, which a signal ends', async () => {
    const { url } = await serveReport(3);
    const controller = new AbortController();
    const report = new Partner({ url }).reports.performance({}, { signal: controller.signal });
    expect(await new Response(await report.csv()).text()).toBe('a,b\n1,2\n');
    expect(await new Response(await report.xlsx()).text()).toBe('PK');
    const stream = await report.csv();
    controller.abort(new Error('enough'));
    await expect(new Response(stream).text()).rejects.toThrow('enough');
  });

  it.each([0, 1, 2500])('whose service counts rows from 1 yields %d rows, each once', async (count) => {
    const { url } = await serve(({ url: path }, response) => {
      const query = new URL(path, 'http://x').searchParams;
      const before = Number(query.get('offset')) - 1;
      if (before < 0) return answerProblem(response, 400, 'validation_failed');
      const length = Math.max(0, Math.min(Number(query.get('limit')), count - before));
      const data = Array.from({ length }, (_, index) => ({ roi: before + index }));
      answerJson(response, 200, { data, meta: { count } });
    });
    const seen: (number | null)[] = [];
    for await (const row of new Partner({ url }).reports.trafficQuality('2024-03').rows()) seen.push(row.roi);
    expect(seen).toEqual(Array.from({ length: count }, (_, index) => index));
  });

  it('calls its totals the same whatever the service calls them', async () => {
    const { url } = await serve((_request, response) =>
      answerJson(response, 200, { data: [], meta: { roi: 112 } }),
    );
    const report = new Partner({ url }).reports.trafficQuality('2024-03');
    expect(await report.totals()).toEqual({ roi: 112 });
  });
});

/** Refuses the facts that are marked as bad, like the service: a batch is stored whole or not at all. */
async function serveFacts() {
  const stored: number[] = [];
  const server = await serve(({ body }, response) => {
    const facts = body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { n: number; bad?: boolean });
    const errors = Object.fromEntries(
      facts.flatMap(({ bad }, index) => (bad ? [[`lines.${index + 1}.amount`, ['must be positive']]] : [])),
    );
    const refused = Object.keys(errors).length;
    if (refused > 0) return answerProblem(response, 422, 'unprocessable', { errors, refused });
    stored.push(...facts.map(({ n }) => n));
    answerJson(response, 200, { accepted: facts.length, repeated: 0, replaced: 0, refused: 0 });
  });
  return { ...server, stored };
}

function* facts(count: number, isBad: (n: number) => boolean = () => false) {
  for (let n = 1; n <= count; n += 1) yield { n, amount: '0.10', ...(isBad(n) && { bad: true }) };
}

async function* arriving(count: number) {
  await Promise.resolve();
  yield* facts(count);
}

describe('facts', () => {
  it('are sent in batches of bounded size, each with a key of its own', async () => {
    const { url, received, stored } = await serveFacts();
    const { accepted, faults } = await new Partner({ url }).facts.send('orders', facts(25), {
      batchSize: 10,
    });
    expect([accepted, faults]).toEqual([25, []]);
    expect(stored).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
    expect(received.map(({ body }) => body.split('\n').length - 1)).toEqual([10, 10, 5]);
    expect(new Set(received.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
    expect(received[0]).toMatchObject({
      method: 'POST',
      url: '/api/facts/orders/',
      headers: { 'content-type': 'application/x-ndjson' },
    });
  });

  it('that are refused are named by their place among all; earlier batches stay, nothing later is sent', async () => {
    const { url, stored } = await serveFacts();
    const sending = new Partner({ url }).facts.send(
      'orders',
      facts(30, (n) => n === 13 || n === 15),
      { batchSize: 10 },
    );
    const error = await sending.catch((error: unknown) => error);
    expect(error).toBeInstanceOf(FactsRefusedError);
    expect(error).toMatchObject({
      code: 'facts_refused',
      status: 422,
      faults: [
        { line: 13, field: 'amount', reason: 'must be positive' },
        { line: 15, field: 'amount', reason: 'must be positive' },
      ],
    });
    expect(stored).toHaveLength(10);
  });

  it('that are refused can be left out', async () => {
    const { url, stored } = await serveFacts();
    const options = { batchSize: 10, skipRefused: true };
    const result = await new Partner({ url }).facts.send(
      'orders',
      facts(30, (n) => n % 7 === 0),
      options,
    );
    expect(result).toMatchObject({ accepted: 26, refused: 4 });
    expect(result.faults.map(({ line }) => line)).toEqual([7, 14, 21, 28]);
    expect(stored).toHaveLength(26);
  });

  it('of a file are one batch with its type, its columns and its name, and refused ones have their values', async () => {
    const faults = [{ line: 3, field: 'amount', value: 'ten', reason: 'must be a plain decimal' }];
    const { url, received } = await serve(({ url: path }, response) =>
      path.includes('dry_run=true')
        ? answerProblem(response, 422, 'validation_failed', { faults, refused: 1 })
        : answerJson(response, 200, { accepted: 2, repeated: 0, replaced: 0, refused: 0 }),
    );
    const { facts: api } = new Partner({ url });
    const content = new Blob(['Betrag;n\n1,5;1\nten;2\n']);
    const file = { content, format: 'csv', name: 'a b.csv', columns: { Betrag: 'amount' } } as const;
    const error = await api.upload('orders', file, { dryRun: true }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(FactsRefusedError);
    expect(error).toMatchObject({ faults });
    expect(await api.upload('orders', file)).toMatchObject({ accepted: 2 });
    expect(received[1]).toMatchObject({
      url: `/api/facts/orders/?file_name=a%20b.csv&columns=${encodeURIComponent('{"Betrag":"amount"}')}`,
      headers: { 'content-type': 'text/csv' },
      body: await content.text(),
    });
  });

  it('may come as they are read, and nothing is sent without any', async () => {
    const { url, received } = await serveFacts();
    const partner = new Partner({ url });
    expect(await partner.facts.send('orders', arriving(3))).toMatchObject({ accepted: 3 });
    expect(await partner.facts.send('orders', [])).toMatchObject({ accepted: 0 });
    expect(received).toHaveLength(1);
  });

  it('throw other problems as they are', async () => {
    const { url } = await serve((_request, response) => answerProblem(response, 404, 'not_found'));
    await expect(new Partner({ url }).facts.send('nothing', facts(1))).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('a rebate group', () => {
  it('is sent with its percentage as an exact number', async () => {
    const { url, received } = await serve((_request, response) =>
      answerJson(response, 201, { rebate_percent: 12.5 }),
    );
    const group = await new Partner({ url }).rebateGroups.create({
      group_title: '"rebate_percent":"1"',
      group_type: 'auto',
      rebate_percent: '12.50',
      rebate_period: 'weekly',
      rebate_period_value: 1,
    } as never);
    expect(received[0]?.body).toContain('"rebate_percent":12.50,');
    expect(group.rebate_percent).toBe('12.5');
  });
});
