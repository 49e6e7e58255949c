import type { Page } from 'playwright-core';
import { confirmByPasskey } from '../testing/confirm.ts';
import type { Desk } from '../testing/desk.ts';
import { findAdjustment, findBelow } from '../testing/earnings.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { addPartner, anOrder, daysAgo } from '../testing/program.ts';
import type { Ids } from './face.ts';

const apiOf = (desk: Desk, page: Page) => partnerOf({ context: page.context() }, desk.partnerUrl);

/** Something of each kind that the partner earned. */
export async function findEarnings(desk: Desk, page: Page): Promise<Ids> {
  const api = apiOf(desk, page);
  const best = { ordering: ['-reward_usd' as const] };
  // Orders of the last days may not be credited yet.
  const settled = { reward_date_from: daysAgo(28), reward_date_to: daysAgo(3) };
  const [order] = (await api.reports.clientTransactions({ ...best, ...settled }).page({ limit: 1 })).data;
  const [credited] = (await api.reports.creditedRewards(best).page({ limit: 1 })).data;
  const [client] = (await api.reports.clients(best).page({ limit: 1 })).data;
  const [progress] = (await api.reports.progressRewards().page({ limit: 1 })).data;
  const { runs } = await api.rebateGroups.runs(2);
  const creditedBelow = await findBelow(api);
  const below = await api.orders.explainCredited(creditedBelow);
  return {
    client: client?.client_uid ?? '',
    order: order?.order_id ?? '',
    day: order?.close_date.slice(0, 10) ?? '',
    orderBelow: below.orders[0]?.order_id ?? '',
    credited: String(credited?.id),
    creditedBelow: String(creditedBelow),
    adjustment: String(await findAdjustment(api)),
    compensation: String(progress?.compensation_id),
    rebated: runs[0]?.period_start ?? '',
    yearAgo: daysAgo(364),
    today: daysAgo(0),
    month: daysAgo(31).slice(0, 7),
  };
}

/** A program at work: proposals and a run that wait, new batches, a partner who has nothing yet, a client of the API. */
export async function fillProgram(desk: Desk, page: Page): Promise<Ids> {
  const api = apiOf(desk, page);
  await api.partners.create({ partner_uid: 'new-partner', country: 'PT' });
  await addPartner(api, 'harbor');
  const lots = ['1.5', '0.25', '3.1', '2'];
  await api.facts.send(
    'orders',
    lots.map((each, index) => anOrder('harbor', index + 1, daysAgo(2), each)),
  );
  const rate = { currency: 'SEK', rate_date: daysAgo(5), per_usd: '10.4412' };
  await api.facts.send('rates', [rate]);
  const voided = await lastBatch(desk, page);
  await api.facts.void({ batch: voided, reason: 'Sent twice by mistake' });
  await api.facts.send('rates', [{ ...rate, rate_date: daysAgo(4) }]);
  const sent = await lastBatch(desk, page);
  await api.partners.suspend('P1003', { suspended_from: daysAgo(1), reason: 'Traffic under review' });
  const tariff = {
    partner_uid: 'demo-partner',
    account_type: 'standard',
    symbol: 'XAUUSD',
    valid_from: `${daysAgo(31).slice(0, 7)}-01`,
    formula_code: 'formula_forex',
    reward_size: '11.25',
    reward_size_currency: 'USD',
    level: 3,
  };
  const { id } = await api.proposals.create({ kind: 'tariffs', facts: [tariff], reason: 'New contract' });
  await api.managedDisbursements.makeRun();
  await addClient(desk, page);
  return { sent: String(sent), voided: String(voided), proposal: id };
}

async function lastBatch(desk: Desk, page: Page): Promise<number> {
  const { batches } = await apiOf(desk, page).facts.batches({ kind: 'rates', limit: 1 });
  return batches[0]?.number ?? 0;
}

async function addClient(desk: Desk, page: Page): Promise<void> {
  await page.goto(`${desk.partnerUrl}/console/api-clients/new`);
  await page.getByLabel('Name').fill('nightly-facts');
  await page.getByLabel('facts:write').check();
  await page.getByRole('button', { name: 'Create the client' }).click();
  await confirmByPasskey(page);
  await page.getByRole('button', { name: 'I have stored it' }).click();
}
