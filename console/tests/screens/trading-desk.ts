import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ADDRESS, apiOf, aWithdrawal } from '../testing/api.ts';
import { callAs } from '../testing/call-as.ts';
import { confirmByPasskey } from '../testing/confirm.ts';
import { addDeadJobs } from '../testing/dead-jobs.ts';
import type { Desk } from '../testing/desk.ts';
import { loseOrder } from '../testing/lose-order.ts';
import { arrive, makeLost, sendTransfer, untilTransfer } from '../testing/make-transfer.ts';
import { changeAudit } from '../testing/tamper.ts';
import type { Ids } from './face.ts';

const VENUES = ['aurora', 'borealis', 'cumulus'];
const TICKS = 600;
const PATIENCE_MS = 60_000;
/** As the API shows times. */
const ISO = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';
const WITHDRAWALS = '/trade/v1/venues/withdrawals';

/** Brings the markets to the same moment of their random walk, and stops them there. */
export async function stillMarkets(desk: Desk): Promise<void> {
  for (const exchange of VENUES.map((code) => desk.exchange(code))) {
    await exchange.pace({ tickEveryMs: 0 });
    const { ticks } = await exchange.state();
    if (ticks > TICKS) throw new Error(`The exchange has moved ${ticks} times; expected at most ${TICKS}.`);
    await exchange.tick(TICKS - ticks);
  }
}

/** A desk with a history: withdrawals, conversions, exports, webhooks, destinations, a proposal, an invitation and dead jobs. */
export async function fillDesk(desk: Desk, page: Page): Promise<Ids> {
  const operator = apiOf(desk);
  const webhook = await addWebhooks(operator);
  const withdrawals = await addWithdrawals(desk);
  const converted = await addConversions(operator);
  const moved = await addTransfers(desk);
  await addManagedBalances(operator);
  await operator('POST', '/trade/v1/exports?type=withdrawal', {
    from: '2026-01-01T00:00:00Z',
    format: 'CSV',
  });
  await operator('POST', '/trade/v1/exports?type=conversion', {
    from: '2026-01-01T00:00:00Z',
    format: 'PARQUET',
    query: 'fromAsset:BTC',
  });
  await addDeadJobs(desk, 2);
  await desk.change(
    (sql) => sql`
      update withdrawal set created_at = created_at - made.place * interval '47 minutes'
      from (select id, row_number() over (order by created_at desc) as place from withdrawal) as made
      where made.id = withdrawal.id`,
  );
  await addScreenings(desk, withdrawals);
  await addHistory(desk);
  await addByPerson(page);
  await invite(desk, page);
  await desk.run('audit', 'verify');
  return { ...withdrawals, ...moved, converted, webhook };
}

type Api = ReturnType<typeof apiOf>;

/** Prices of the last hours, three months of balances and deposits before what the browser takes for now, with two days on which a venue was not read. */
const addHistory = (desk: Desk): Promise<void> =>
  desk.change(async (sql) => {
    await sql`
      insert into balance_reading (tenant, day, venue, read_at, reason)
      select 'default', day, venue, case when is_read then day + interval '1 day' end,
        case when not is_read then 'It does not answer.' end
      from generate_series(date '2025-12-03', date '2026-03-02', interval '1 day') as day, unnest(${VENUES}::text[]) as venue,
        lateral (select venue <> 'cumulus' or day not between '2026-01-20' and '2026-01-21' as is_read) as reading`;
    await sql`
      insert into balance_held (tenant, day, venue, asset, amount)
      select tenant, day, venue, asset, amount from balance_reading, (values ('BTC', 24.5), ('USDT', 1985000.25)) held (asset, amount)
      where read_at between '2025-12-03' and '2026-03-03'`;
    await sql`
      insert into day_rate (tenant, day, asset, rate, path, rated_at)
      select 'default', day, 'BTC', 64000 + 4000 * round(sin(extract(epoch from day) / 900000)::numeric, 4),
        array['BTC', 'USDT'], day + interval '1 day'
      from generate_series(date '2025-12-03', date '2026-03-02', interval '1 day') as day`;
    await sql`
      insert into market_price (tenant, symbol, at, bid, ask)
      select 'default', 'BTC-USDT', date_trunc('minute', now()) - i * interval '1 minute', mid - half, mid + half
      from generate_series(0, 360) as i,
        lateral (select 63976 + round((180 * sin(i / 47.0) + 60 * cos(i / 11.0) - 60)::numeric, 1) as mid) as walk,
        lateral (select 3.8 + round((2 * abs(sin(i / 5.0)))::numeric, 1) as half) as width
      on conflict do nothing`;
    await sql`
      insert into deposit (id, tenant, venue, venue_deposit_id, asset, amount, state, venue_status, created_at, updated_at)
      select gen_random_uuid(), 'default', 'aurora', 'planted-' || i, 'USDT', 15000 + 2750.5 * (i * 7 % 11), 'credited', 'credited', at, at
      from generate_series(1, 30) as i, lateral (select timestamptz '2025-12-01T10:00Z' + i * interval '3 days' as at) as time`;
  });

/** Some paid, one rejected, one without an answer of its venue, the others waiting. */
async function addWithdrawals(desk: Desk): Promise<Ids> {
  const [operator, approver] = [apiOf(desk), apiOf(desk, 'approver')];
  const make = async (number: number, amount: string) =>
    (await operator<{ id: string }>('POST', WITHDRAWALS, aWithdrawal(`payout-${number}`, amount))).id;
  const vote = (id: string, decision: string) => approver('POST', `${WITHDRAWALS}/${id}/votes`, { decision });
  const [paid, ...others] = [await make(1001, '1250.50'), await make(1002, '20'), await make(1003, '48000')];
  for (const id of [paid, ...others]) await vote(id, 'APPROVE');
  for (const id of [paid, ...others]) await until(desk, id, ({ status }) => status === 'COMPLETED');
  const rejected = await make(1004, '310.25');
  await vote(rejected, 'REJECT');
  const stuck = await make(1005, '2500');
  const exchange = desk.exchange('aurora');
  await exchange.fault({ operation: 'withdraw', fault: { type: 'drop' } });
  await exchange.fault({
    operation: 'findWithdrawal',
    fault: { type: 'refuse', status: 403, code: 'forbidden', message: 'The key may not read withdrawals.' },
  });
  await vote(stuck, 'APPROVE');
  await until(desk, stuck, ({ waitingReason }) => waitingReason?.includes('resolve it') === true);
  await exchange.clearFaults();
  for (const [index, amount] of ['7500', '99.99', '12000'].entries()) await make(1006 + index, amount);
  return { paid, rejected, stuck, waiting: await make(1009, '640') };
}

/** One has passed its screening, and one waits for it. */
const addScreenings = (desk: Desk, { paid = '', waiting = '' }: Ids): Promise<void> =>
  desk.change(async (sql) => {
    const asked = { silence: 'REFUSE', rule: 1, approvals: 1, approvers: null };
    const awaited = { ...asked, verdict: null, reason: null, evidence: null, by: null, at: null };
    const passed = {
      verdict: 'PASS',
      reason: 'No match on the lists of today.',
      evidence: 'case 48213',
      by: 'screener',
    };
    for (const [id, screening] of [
      [paid, { ...asked, ...passed }],
      [waiting, awaited],
    ] as const)
      await sql`
        update withdrawal set screening = ${sql.json(screening)}::jsonb
          || jsonb_build_object('until', to_char((created_at + interval '4 hours') at time zone 'UTC', ${ISO}))
          || case when id = ${paid} then jsonb_build_object('at', to_char(created_at at time zone 'UTC', ${ISO})) else '{}' end
        where id = ${id}`;
  });

interface Withdrawal {
  readonly status: string;
  readonly waitingReason?: string | null;
}

async function until(desk: Desk, id: string, holds: (row: Withdrawal) => boolean): Promise<void> {
  const operator = apiOf(desk);
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    const row = await operator<Withdrawal>('GET', `${WITHDRAWALS}/${id}?expand=approvals`);
    if (holds(row)) return;
    if (Date.now() > giveUpAt) throw new Error(`The withdrawal stays as it is: ${JSON.stringify(row)}`);
    await sleep(100);
  }
}

/** One that has arrived, one of which too little has arrived, and the address of a replaced one. */
async function addTransfers(desk: Desk): Promise<Ids> {
  const operator = apiOf(desk);
  const asked = { venue: 'aurora', asset: { code: 'BTC' }, network: 'BITCOIN' };
  await operator('POST', '/trade/v1/venues/addresses', asked);
  await desk.exchange('aurora').rotate('BITCOIN');
  await operator('POST', '/trade/v1/venues/addresses', asked);
  const [arrived, lost] = [
    await sendTransfer(desk, 'rebalance-51'),
    await sendTransfer(desk, 'rebalance-52'),
  ];
  await arrive(desk, arrived);
  await arrive(desk, lost, '4199.50');
  await untilTransfer(desk, arrived.id, 'COMPLETED');
  await makeLost(desk, lost);
  return { arrived: arrived.id, lost: lost.id };
}

/** One that lacks something, one that protects, and one that a second admin has to confirm. */
async function addManagedBalances(operator: Api): Promise<void> {
  const base = { minimum: '6000', target: '7500', maximum: '20000', dailyCap: '3000', acts: 'PROPOSE' };
  const transfer = { kind: 'TRANSFER', venue: 'aurora', network: 'SOLANA' };
  const conversion = { kind: 'CONVERSION', asset: 'USDT', maxSlippageBps: 50 };
  const set = (place: string, settings: object) =>
    operator('PUT', `/trade/v1/managed-balances/${place}`, { ...base, ...settings });
  await set('cumulus/SOL', { sources: [transfer, conversion] });
  await set('aurora/SOL', { minimum: '1000', target: '4000', maximum: '50000', sources: [] });
  await set('borealis/USDC', { sources: [{ ...transfer, network: 'ETHEREUM' }], acts: 'ALONE' });
}

async function addConversions(operator: Api): Promise<string> {
  const convert = async (reference: string, amount: string, executor: string) =>
    (
      await operator<{ id: string }>('POST', '/trade/v1/conversions', {
        reference,
        from: { asset: 'BTC', amount },
        to: { asset: 'USDT' },
        executor,
      })
    ).id;
  const converted = await convert('rebalance-41', '0.75', 'MARKET');
  await convert('rebalance-42', '0.5', 'MAKER');
  return converted;
}

/** One whose receiver answers, and one whose receiver is gone. */
async function addWebhooks(operator: Api): Promise<string> {
  const receiver = createServer((_request, response) => void response.writeHead(204).end());
  receiver.listen(0, '127.0.0.1').unref();
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const add = (url: string, events: string[]) =>
    operator<{ id: string }>('POST', '/notification/v1/destinations', { url, events });
  const { id } = await add(`http://127.0.0.1:${port}/quaestor`, [
    'withdrawal.created',
    'withdrawal.state-changed',
  ]);
  await add('http://127.0.0.1:9/away', ['export.completed']);
  return id;
}

/** What only a person can add: destinations and a proposal of a policy. */
async function addByPerson(page: Page): Promise<void> {
  const wallet = { alias: 'cold-wallet', kind: 'blockchain', network: 'ETHEREUM', address: ADDRESS };
  await callAs(page, 'POST', '/trade/v1/destinations', wallet);
  await callAs(page, 'POST', '/trade/v1/destinations', {
    alias: 'payroll',
    kind: 'bank',
    account: 'main-account',
  });
  await callAs(page, 'PUT', '/trade/v1/policies', {
    rules: [
      { asset: 'USDT', amountTo: '100', destination: 'KNOWN', verdict: 'ALLOW' },
      {
        asset: 'USDT',
        sum: { window: '24h', over: '50000' },
        verdict: 'REQUIRE_APPROVALS',
        approvals: 2,
        approvers: 'PEOPLE',
        description: 'Large days need two people.',
      },
      { destination: 'NEW', verdict: 'REQUIRE_SCREENING', screening: { withinSeconds: 900 } },
      { destination: 'NEW', verdict: 'REQUIRE_APPROVALS', approvals: 2 },
    ],
  });
}

async function invite(desk: Desk, page: Page): Promise<void> {
  await page.goto(`${desk.url}/console/people/new`);
  await page.getByLabel('Login').fill('grace@example.com');
  await page.getByLabel('Viewer').check();
  await page.getByRole('button', { name: 'Create the invitation' }).click();
  await confirmByPasskey(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
}

/** Changes the audit log behind the back of the product, which finds it out. */
export async function breakAudit(desk: Desk): Promise<void> {
  await changeAudit(desk);
  await desk.run('audit', 'verify');
}

/** Orders that their venue cannot be asked for any more; what another admin has found of the second. */
export async function loseOrders(desk: Desk): Promise<Ids> {
  const [lost, found] = [await loseOrder(desk, 'rebalance-43'), await loseOrder(desk, 'rebalance-44')];
  const { price } = found.order;
  const trade = (number: number, quantity: string, amount: string) => ({
    venueTradeId: `T-${number}`,
    price,
    quantity,
    fee: { asset: 'USDT', amount },
    liquidity: 'maker',
    tradedAt: `2026-03-02T08:1${number % 10}:07.250Z`,
  });
  const finding = {
    trades: [trade(815, '0.2', '12.79503'), trade(816, '0.05', '3.1987575')],
    comment: 'Statement of dorado of March, page 3.',
    by: 'olivia',
    at: '2026-03-02T09:30:00.000Z',
    confirmedBy: null,
  };
  await desk.change(
    (sql) => sql`update conversion_order set finding = ${sql.json(finding)} where id = ${found.order.id}`,
  );
  return { lostOrder: lost.id, foundOrder: found.id };
}
