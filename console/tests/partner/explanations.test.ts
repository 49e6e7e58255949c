import { BigNumber } from 'bignumber.js';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { findAdjustment, findBelow, findCommission } from '../testing/earnings.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { addPartner, anOrder, daysAgo } from '../testing/program.ts';
import { rowsOf } from '../testing/rows.ts';

const FORMULAS = ['formula_forex', 'formula_ecn', 'formula_classic', 'formula_classic_v2', 'formula_cfd'];
const Exact = BigNumber.clone({ DECIMAL_PLACES: 8, ROUNDING_MODE: BigNumber.ROUND_HALF_UP });

const { desk, visit } = await openDesk('partner,worker');
const [visitor, manager] = await Promise.all([visit('paula'), visit('mara')]);
const { page } = visitor;
const api = partnerOf(visitor, desk.partnerUrl);

const open = (path: string) => page.goto(`${desk.partnerUrl}/console/rewards/${path}`);
const number = (text: string | null): BigNumber =>
  new Exact((text ?? '').replaceAll(',', '').replace(/ .*/, ''));

/** Multiplies the factors that a person reads: `8.5`, `25 ÷ 100`. */
function productOf(factors: readonly string[]): BigNumber {
  const parts = factors.map((factor) => factor.replaceAll(',', '').split(' ÷ '));
  const over = parts.reduce((product, [numerator = '']) => product.times(numerator), new Exact(1));
  const under = parts.reduce((product, [, denominator = '1']) => product.times(denominator), new Exact(1));
  return over.div(under);
}

/** The amounts of all calculations within a part of the page, each checked against its factors. */
async function multiplied(part: Locator): Promise<string[]> {
  const calculations = part.locator('[data-calculation]');
  await calculations.first().waitFor();
  const amounts: string[] = [];
  for (const calculation of await calculations.all()) {
    const factors = await calculation.locator('[data-factor]').allTextContents();
    const shown = number(await calculation.locator('[data-amount]').textContent());
    expect(factors.length).toBeGreaterThan(0);
    expect(productOf(factors).toFixed()).toBe(shown.toFixed());
    await calculation.getByText('Your browser multiplied these factors and got the same amount.').waitFor();
    amounts.push(shown.toFixed());
  }
  return amounts;
}

/** One order of each formula. */
async function findOrders(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let last = 0; last < 700 && found.size < FORMULAS.length; last += 32) {
    const period = { date_from: daysAgo(last + 31), date_to: daysAgo(last) };
    for await (const { formula_code: formula, order_id: id, reward_usd: reward } of api.reports
      .clientTransactions({ ...period, ordering: ['-reward_usd'] })
      .rows()) {
      if (formula !== null && reward !== null && reward !== '0' && !found.has(formula))
        found.set(formula, id);
    }
  }
  return found;
}

it('the factors of all five formulas multiply out to the reward', async () => {
  const orders = await findOrders();
  expect([...orders.keys()].toSorted()).toEqual(FORMULAS.toSorted());
  for (const [formula, id] of orders) {
    await open(`orders/${id}`);
    const own = page.locator('[data-earning="reward"]');
    const amounts = await multiplied(own);
    const explained = await api.orders.explain(id);
    const reward = explained.rewards.find(({ kind }) => kind === 'reward');
    const wanted = [reward?.reward_usd, ...(reward?.reward.currency === 'USD' ? [] : [reward?.reward])];
    expect(amounts).toEqual(wanted.map((calculation) => new Exact(calculation?.amount ?? '').toFixed()));
    expect((await own.textContent())?.toLowerCase()).toContain(formula.replaceAll('_', ' '));
    const { data } = await api.reports.clientTransactions({ order_id: [id] }).page();
    expect(amounts[0]).toBe(new Exact(data[0]?.reward_usd ?? '').toFixed());
  }
  await checkScreen(visitor);
});

it('from a day to its orders to one explanation, and back', async () => {
  await open('');
  await page.locator('table[aria-label="Days"] tr[data-row]').first().waitFor();
  const period = { date_from: daysAgo(27), date_to: daysAgo(0) };
  const { data } = await api.reports
    .performance({ ...period, group_by: ['day'], ordering: ['-day'] })
    .page({ limit: 100 });
  const traded = data.filter(({ volume_lots: lots }) => lots !== '0');
  const rows = await api.orders.credited({ ...period, limit: 1000 });
  const earned = new Set([
    ...traded.map(({ group_fields: [day = ''] }) => day),
    ...rows.rows.map(({ reward_date: day }) => day),
  ]);
  const days = [...earned].toSorted().toReversed();
  const shown = await rowsOf(page, 'Days');
  expect(shown).toEqual(days.slice(0, shown.length));
  await checkScreen(visitor);
  // Rows below the window are drawn when they are reached.
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect.poll(async () => (await rowsOf(page, 'Days')).at(-1)).toBe(days.at(-1));
  await page.evaluate(() => scrollTo(0, 0));
  const day = traded.find(({ reward_usd: reward }) => reward !== '0')?.group_fields[0] ?? '';
  await page.locator(`tr[data-row="${day}"]`).click();
  await page.getByRole('heading', { level: 2, name: 'Orders' }).waitFor();
  const orders = await api.reports.clientTransactions({ date_from: day, date_to: day }).page({ limit: 50 });
  await expect.poll(() => rowsOf(page, 'Orders')).toEqual(orders.data.map(({ order_id: id }) => id));
  await checkScreen(visitor);
  const [first = ''] = await rowsOf(page, 'Orders');
  await page.locator(`tr[data-row="${first}"]`).click();
  await page.getByRole('heading', { level: 1, name: `Order ${first}` }).waitFor();
  await multiplied(page.locator('[data-earning="reward"]'));
  await page.getByRole('link', { name: /^All of/ }).click();
  await page.getByRole('heading', { level: 2, name: 'Credited for this day' }).waitFor();
});

it('the calendar opens though the address has no days', async () => {
  await page.goto(`${desk.partnerUrl}/console/rewards?from=x&to=y`);
  const alert = page.getByRole('alert');
  await alert.waitFor();
  await page.getByTitle('Dates, in UTC').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBe(daysAgo(6));
  await alert.waitFor({ state: 'detached' });
});

/** The terms of each sum add up to its amount. */
async function addsUp(): Promise<void> {
  const sums = page.locator('[data-sum]');
  await sums.first().waitFor();
  for (const sum of await sums.all()) {
    const terms = await sum.locator('[data-term]').allTextContents();
    const total = terms.reduce((all, term) => all.plus(number(term)), new Exact(0));
    expect(total.toFixed()).toBe(number(await sum.locator('[data-amount]').textContent()).toFixed());
  }
}

it('a credited second-level reward adds up from its orders, whose factors multiply out', async () => {
  const id = await findBelow(api);
  const explained = await api.orders.explainCredited(id);
  expect(explained.kind).toBe('second_level_reward');
  await open(`credited/${id}`);
  await addsUp();
  await expect
    .poll(() => rowsOf(page, 'Orders behind it'))
    .toEqual(explained.orders.map(({ order_id: order }) => order));
  await checkScreen(visitor);
  const [order = ''] = await rowsOf(page, 'Orders behind it');
  await page.locator(`tr[data-row="${order}"]`).click();
  const second = page.locator('[data-earning="second_level_reward"]');
  const amounts = await multiplied(second);
  expect(amounts[0]).toBe(new Exact(explained.orders[0]?.reward_usd ?? '').toFixed());
  expect(await second.textContent()).toContain('Second level percent');
  await second.getByRole('link', { name: `Row ${id}` }).click();
  await page.getByRole('heading', { level: 1, name: `Credited reward ${id}` }).waitFor();
});

it('an adjustment says what changed and when, and adds up', async () => {
  const id = await findAdjustment(api);
  const explained = await api.orders.explainCredited(id);
  await open(`credited/${id}`);
  await page.getByText('This row is an adjustment').waitFor();
  expect(await rowsOf(page, 'What changed')).toEqual(explained.causes.map(({ batch }) => String(batch)));
  await addsUp();
  const changed = new Set(explained.causes.map(({ batch }) => batch));
  const order = explained.orders.find(({ sent_in_batch: batch }) => batch !== null && changed.has(batch));
  const line = page.locator(`tr[data-row="${order?.order_id}"]`);
  expect(await line.textContent()).toContain('changed');
  await checkScreen(visitor);
  await line.click();
  const amounts = await multiplied(page.locator('[data-earning="reward"]'));
  expect(amounts[0]).toBe(new Exact(order?.reward_usd ?? '').toFixed());
});

it('a progress reward is the sum of its orders, each of which multiplies out', async () => {
  const { data } = await api.reports.progressRewards().page();
  const id = data[0]?.compensation_id ?? 0;
  await open('');
  await page.locator('table[aria-label="Progress rewards"] tr[data-row]').first().click();
  await page.getByRole('heading', { level: 1, name: `Progress reward ${id}` }).waitFor();
  const explained = await api.orders.explainProgress(id, { limit: 1000 });
  await multiplied(page.locator('main'));
  await page.locator('table[aria-label="Orders"] tr[data-row]').first().waitFor();
  const lines = await page.locator('table[aria-label="Orders"] tr[data-row]').evaluateAll((rows) =>
    rows.map((row) => ({
      how: row.querySelector('[data-label="Factors"]')?.textContent ?? '',
      amount: row.querySelector('[data-label="Top-up, USD"]')?.textContent ?? '',
    })),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const { how, amount } of lines) {
    expect(productOf(how.split(' × ')).toFixed()).toBe(number(amount).toFixed());
  }
  const sum = explained.orders.reduce((all, order) => all.plus(order.reward_usd.amount ?? 0), new Exact(0));
  expect(sum.toFixed()).toBe(new Exact(explained.amount_usd ?? '').toFixed());
  await checkScreen(visitor);
});

it('a top-up shows its amount, says where it is converted, and leads to its progress reward', async () => {
  const [progress] = (await api.reports.progressRewards().page()).data;
  const id = progress?.compensation_id ?? 0;
  const [order] = (await api.orders.explainProgress(id)).orders;
  await open(`orders/${order?.order_id}`);
  const topUp = page.locator('[data-earning="progress_reward"]');
  expect(await multiplied(topUp)).toEqual([new Exact(order?.reward_usd.amount ?? '').toFixed()]);
  expect(await topUp.textContent()).toContain('The orders of a progress reward are converted together');
  expect(await topUp.textContent()).not.toContain('Not known yet');
  await checkScreen(visitor);
  await topUp.getByRole('link', { name: `See all of progress reward ${id}` }).click();
  await page.getByRole('heading', { level: 1, name: `Progress reward ${id}` }).waitFor();
});

it('a commission shows its amount, says where it is converted, and leads to its row', async () => {
  const { id, order, usd } = await findCommission(api);
  await open(`orders/${order}`);
  const commission = page.locator('[data-earning="commission"]');
  expect(await multiplied(commission)).toEqual([new Exact(usd).toFixed()]);
  expect(await commission.textContent()).toContain(
    'converted together, in the row that is credited for them',
  );
  expect(await commission.textContent()).not.toContain('Not known yet');
  await commission.getByRole('link', { name: `Row ${id}` }).click();
  await page.getByText('How the commission of the day was converted').waitFor();
});

it('an amount that is not known says what is missing, in words', async () => {
  const program = partnerOf(manager, desk.partnerUrl);
  const { uid } = await addPartner(program, 'unknown');
  const order = { ...anOrder('unknown', 1, daysAgo(2), '1'), symbol: 'US500', base_currency: 'USD' };
  await program.facts.send('orders', [order]);
  await manager.page.goto(`${desk.partnerUrl}/console/rewards/orders/unknown:1?as=${uid}`);
  const reward = manager.page.locator('[data-earning="reward"]');
  await reward.getByText('Contract commission USD is not known yet.').waitFor();
  expect(await reward.textContent()).not.toContain('contract_commission_usd is not known');
  await checkScreen(manager);
});

it('what belongs to another partner is not found, and does not differ from what does not exist', async () => {
  const { reports } = partnerOf(manager, desk.partnerUrl).as('P1005');
  const shared = (await api.reports.sharedAccounts().page({ limit: 1000 })).data;
  const isShared = new Set(shared.map(({ client_account: account }) => account));
  const orders = (await reports.clientTransactions().page({ limit: 1000 })).data;
  const order = orders.find(({ client_account: account }) => !isShared.has(account));
  const [row] = (await reports.creditedRewards().page({ limit: 1 })).data;
  for (const [path, text] of [
    [`orders/${order?.order_id}`, `There is no order ${order?.order_id}.`],
    ['orders/real-1:1', 'There is no order real-1:1.'],
    [`credited/${row?.id}`, `There is no credited reward ${row?.id}.`],
    ['credited/999999999', 'There is no credited reward 999999999.'],
    ['progress/2', 'There is no compensation 2.'],
    ['progress/999999', 'There is no compensation 999999.'],
  ]) {
    await open(path ?? '');
    await expect.poll(() => page.getByRole('alert').textContent()).toContain(text);
  }
  await checkScreen(visitor);
});
