import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { aRow, plant as plantConversions } from '../../conversions/testing/plant.ts';
import { openExportService } from '../testing/service.ts';

const service = await openExportService();
const { sql } = service.database;
const AT = new Date('2026-01-05T00:00:00.000Z');
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

async function rowsOf(type: string, body: object = {}): Promise<Record<string, unknown>[]> {
  const done = await service.exportAll({ format: 'JSON', ...body }, type);
  expect([done.status, done.failureMessage]).toEqual(['COMPLETED', null]);
  return JSON.parse(readFileSync(join(service.files, `${done.id}-1`), 'utf8')) as Record<string, unknown>[];
}

async function withdraw(change: object = {}): Promise<string> {
  const id = newId();
  const row = {
    id,
    tenant: 'acme',
    venue: 'north',
    to_venue: 'south',
    asset: 'ETH',
    amount: '1.50',
    destination: sql.json({
      kind: 'blockchain',
      network: 'ETHEREUM',
      address: ADDRESS,
      tag: null,
      alias: null,
    }),
    reference: id,
    status: 'COMPLETED',
    receipt: '0xabc',
    venue_transfer_id: 'W1',
    fee: '0.01',
    requested_by: 'desk',
    approvals_required: 0,
    sent_at: AT,
    created_at: AT,
    updated_at: AT,
    ...change,
  };
  await sql`insert into withdrawal ${sql(row as never)}`;
  return id;
}

let received = 0;
async function receive(change: object = {}): Promise<string> {
  const id = newId();
  const row = {
    id,
    tenant: 'acme',
    venue: 'south',
    venue_deposit_id: `D${(received += 1)}`,
    asset: 'ETH',
    amount: '1.50',
    fee: '0.002',
    network: 'ETHEREUM',
    address: ADDRESS,
    receipt: '0xabc',
    state: 'credited',
    venue_status: 'done',
    created_at: AT,
    updated_at: AT,
    ...change,
  };
  await sql`insert into deposit ${sql(row as never)}`;
  return id;
}

test('deposits are exported with what the venue says of them, filtered like their list, and those of the tenant only', async () => {
  const id = await receive({ state: 'locked', venue_status: '=1+1' });
  await receive({ asset: 'BTC' });
  await receive({ tenant: 'other' });
  expect(await rowsOf('deposit', { query: 'asset:ETH AND hold:LOCKED' })).toEqual([
    expect.objectContaining({ id, status: 'PENDING', amount: '1.50', fee: '0.002', venueStatus: '=1+1' }),
  ]);
  const csv = await service.exportAll({ query: 'hold:LOCKED' }, 'deposit');
  expect(readFileSync(join(service.files, `${csv.id}-1`), 'utf8')).toContain(",'=1+1,");
});

test('transfers are exported with both ends and the status that their list has', async () => {
  await sql`truncate deposit, withdrawal cascade`;
  const sent = await withdraw();
  const arrived = await withdraw();
  const deposit = await receive();
  await sql`
    insert into transfer_match (withdrawal_id, tenant, deposit_id, reason, updated_at)
    values (${arrived}, 'acme', ${deposit}, null, ${AT})`;
  await withdraw({ to_venue: null });
  await withdraw({ tenant: 'other' });
  const rows = await rowsOf('transfer');
  expect(
    rows.map(({ id, status, depositId, depositAmount }) => [id, status, depositId, depositAmount]),
  ).toEqual(
    [
      [sent, 'IN_FLIGHT', null, null],
      [arrived, 'COMPLETED', deposit, '1.50'],
    ].toSorted(([a], [b]) => ((a ?? '') < (b ?? '') ? -1 : 1)),
  );
  expect(
    (await rowsOf('transfer', { query: 'status:IN_FLIGHT AND toVenue:south' })).map(({ id }) => id),
  ).toEqual([sent]);
});

test('fees are exported once for each charge, and not for what has failed', async () => {
  await sql`truncate deposit, withdrawal, conversion cascade`;
  const deposit = await receive();
  await receive({ state: 'rejected' });
  await receive({ fee: null });
  await receive({ tenant: 'other' });
  const transfer = await withdraw();
  const withdrawal = await withdraw({ to_venue: null, charged_fee: '0.03' });
  await withdraw({ status: 'FAILED' });
  const conversion = aRow({ status: 'COMPLETED' });
  await plantConversions(sql, [conversion]);
  const order = {
    id: newId(),
    conversion_id: conversion.id,
    number: 1,
    leg: 0,
    round: 1,
    venue: 'north',
    symbol: 'BTC-USDT',
    side: 'buy',
    type: 'ioc',
    price: '100',
    quantity: '1',
    status: 'FILLED',
    filled: '1',
    deadline: AT,
    created_at: AT,
    updated_at: AT,
  };
  await sql`insert into conversion_order ${sql(order)}`;
  await sql`
    insert into conversion_trade (order_id, venue_trade_id, price, quantity, fee, fee_asset, liquidity, traded_at)
    values (${order.id}, 'T1', 100, 1, 0.10, 'USDT', 'taker', ${AT}), (${order.id}, 'T2', 100, 1, -0.02, 'USDT', 'maker', ${AT})`;
  const rows = (await rowsOf('fee')).map(({ kind, subjectId, asset, amount }) => [
    kind,
    subjectId,
    asset,
    amount,
  ]);
  expect(rows).toEqual([
    ['conversion', conversion.id, 'USDT', '0.10'],
    ['conversion', conversion.id, 'USDT', '-0.02'],
    ['deposit', deposit, 'ETH', '0.002'],
    ['transfer', transfer, 'ETH', '0.01'],
    ['withdrawal', withdrawal, 'ETH', '0.03'],
  ]);
  expect(
    (await rowsOf('fee', { query: 'kind:withdrawal AND amount:[0.02 TO *]' })).map(
      ({ subjectId }) => subjectId,
    ),
  ).toEqual([withdrawal]);
});
