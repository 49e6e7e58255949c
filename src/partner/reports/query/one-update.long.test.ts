import { expect, test } from 'vitest';
import { inject } from '../../../testing/inject.ts';
import { KINDS } from '../../facts/kinds/index.ts';
import { contextOf, put } from '../../testing/facts.ts';
import { world } from '../testing/questions.ts';
import { EPOCH, openUpdates } from '../testing/updates.ts';

test('after one new order, that order, its client and its account are all that is updated', async () => {
  const { facts, read } = await openUpdates();
  const orders = world['orders'] ?? [];
  const trials = (world['client-accounts'] ?? []).filter(({ trial }) => trial === true);
  const isTrial = new Set(trials.map(({ client_account }) => client_account));
  const last = orders.findLast(({ client_account }) => !isTrial.has(client_account ?? null));
  if (!last) throw new Error('The world has no order on a real account.');
  for (const { name } of KINDS) {
    const rows = (world[name] ?? []).filter((row) => row !== last);
    if (rows.length > 0) await put(contextOf(facts), name, ...rows);
  }
  const partners = (world['partners'] ?? []).map(({ partner_uid }) => String(partner_uid));
  const { asOf } = await read('/api/reports/orders/', 'P0', EPOCH);
  await put(contextOf(facts), 'orders', last);
  const updated = async (path: string) => {
    const answers = await Promise.all(partners.map((me) => read(path, me, asOf)));
    return answers.flatMap(({ rows }) => [...rows].map((row) => JSON.parse(row) as Record<string, unknown>));
  };
  expect(await updated('/api/reports/orders/')).toMatchObject([
    { order_id: `${last['server']}:${last['ticket']}` },
  ]);
  const accounts = await updated('/api/reports/clients/accounts/');
  expect(accounts).toMatchObject([{ client_account: last['client_account'] }]);
  expect(await updated('/api/reports/clients/')).toMatchObject([{ client_uid: accounts[0]?.['client_uid'] }]);
});

test('a time that is none is refused by name', async () => {
  const { app } = await openUpdates();
  const url = '/api/reports/orders/?updated_since=yesterday';
  const { statusCode, body } = await inject(app, { method: 'GET', url, headers: { authorization: 'P0' } });
  expect([statusCode, JSON.parse(body)]).toMatchObject([
    400,
    { errors: { updated_since: [expect.any(String)] } },
  ]);
});
