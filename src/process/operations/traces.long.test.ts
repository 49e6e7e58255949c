import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort, quaestor, type Quaestor } from '../../testing/process.ts';

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: { key: string; value: Record<string, string | number> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { attributes: ReceivedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 };

const { url } = await createTestDatabase();
const folder = makeFolder();
const exports: Export[] = [];
const receiver = createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  void json(request).then((body) => {
    if (request.url === '/v1/traces') exports.push(body as Export);
    return response.end('{}');
  });
});
const [trading, partner] = [await newPort(), await newPort()];
let server: Quaestor;

const spans = (): ReceivedSpan[] =>
  exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
const named = (name: string): ReceivedSpan | undefined => spans().find((span) => span.name === name);
const attributesOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

beforeAll(async () => {
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  const { port } = receiver.address() as AddressInfo;
  const ports = ['--trading-port', `${trading}`, '--partner-port', `${partner}`, '--metrics-port', '0'];
  server = quaestor(['serve', '--data', join(folder, 'data'), ...ports], {
    DATABASE_URL: url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment=test',
  });
  await server.until('Press Ctrl-C to stop.');
}, 120_000);

afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  receiver.close();
  await removeFolder(folder);
}, 30_000);

interface Secrets {
  readonly operator: { client_id: string; client_secret: string };
  readonly approver: { client_id: string; client_secret: string };
  readonly partner: { login: string; password: string };
}

async function post(address: string, body: object, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' };
  const answer = await fetch(address, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...type, ...headers },
  });
  return (await answer.json()) as Record<string, string>;
}

it('a request, its command, the job it requests and the call to the venue are one trace, begun by the caller', async () => {
  const secrets = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8')) as Secrets;
  const tokenOf = async (name: 'operator' | 'approver') => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...secrets[name] });
    const answer = await fetch(`http://127.0.0.1:${trading}/oauth/token`, { method: 'POST', body });
    return { authorization: `Bearer ${((await answer.json()) as { access_token: string }).access_token}` };
  };
  const withdrawals = `http://127.0.0.1:${trading}/trade/v1/venues/withdrawals`;
  const { id } = await post(
    withdrawals,
    {
      reference: 'very-private-reference',
      venue: 'aurora',
      asset: { code: 'USDT' },
      amount: '1250.50',
      blockchainDestination: { address: ADDRESS, network: 'ETHEREUM' },
    },
    await tokenOf('operator'),
  );
  const traceparent = `00-${TRACE_ID}-${CALLER}-01`;
  await post(
    `${withdrawals}/${id}/votes`,
    { decision: 'APPROVE' },
    { ...(await tokenOf('approver')), traceparent },
  );
  await expect.poll(() => named('venue withdrawals.submit'), { timeout: 15_000 }).toBeDefined();
  await expect.poll(() => named('job withdrawal.submit'), { timeout: 5_000 }).toBeDefined();
  const request = named('POST /trade/v1/venues/withdrawals/:id/votes');
  const command = spans().find(
    ({ name, traceId }) => name === 'command withdrawal.vote' && traceId === TRACE_ID,
  );
  const job = named('job withdrawal.submit');
  const call = named('venue withdrawals.submit');
  expect(request).toMatchObject({ traceId: TRACE_ID, parentSpanId: CALLER, kind: KINDS.server });
  expect(command).toMatchObject({ parentSpanId: request?.spanId, kind: KINDS.internal });
  expect(job).toMatchObject({ traceId: TRACE_ID, parentSpanId: command?.spanId, kind: KINDS.consumer });
  expect(call).toMatchObject({ traceId: TRACE_ID, kind: KINDS.client });
  expect(call && attributesOf(call)).toEqual({
    'quaestor.tenant': 'default',
    'quaestor.venue': 'aurora',
    'quaestor.outcome': 'answered',
  });
  expect(request && attributesOf(request)).toMatchObject({
    'http.route': '/trade/v1/venues/withdrawals/:id/votes',
    'http.response.status_code': 201,
  });
});

it('a report is a span of its request, and the process describes itself', async () => {
  const secrets = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8')) as Secrets;
  const { token } = await post(`http://127.0.0.1:${partner}/api/auth/`, secrets.partner);
  await fetch(`http://127.0.0.1:${partner}/api/reports/ib/performance/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await expect
    .poll(() => spans().find(({ name }) => name.startsWith('report ')), { timeout: 5_000 })
    .toBeDefined();
  const report = spans().find(({ name }) => name.startsWith('report '));
  await expect.poll(() => named('GET /api/reports/ib/performance/'), { timeout: 5_000 }).toBeDefined();
  expect(report?.parentSpanId).toBe(named('GET /api/reports/ib/performance/')?.spanId);
  const [resource] = exports[0]?.resourceSpans ?? [];
  expect(resource && attributesOf(resource.resource)).toMatchObject({
    'service.name': 'quaestor',
    'deployment.environment': 'test',
  });
});

it('no secret, token, address or reference is in what is sent', () => {
  const text = JSON.stringify(exports);
  const secrets = JSON.parse(readFileSync(join(folder, 'data/credentials.json'), 'utf8')) as Secrets;
  for (const secret of [
    ADDRESS,
    'very-private-reference',
    '1250.5',
    secrets.operator.client_secret,
    secrets.partner.password,
    'Bearer',
  ]) {
    expect(text).not.toContain(secret);
  }
});
