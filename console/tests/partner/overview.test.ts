import { BigNumber } from 'bignumber.js';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { addPartner, anOrder, daysAgo } from '../testing/program.ts';
import { cellsOf, rowsOf } from '../testing/rows.ts';

const dollars = (decimal: string | number): string =>
  new BigNumber(decimal).toFormat(2, BigNumber.ROUND_HALF_UP);

const { desk, visit } = await openDesk('partner,worker');
const visitor = await visit('paula');
const { page } = visitor;
const api = partnerOf(visitor, desk.partnerUrl);

const figure = (of: Page, name: string) => of.getByRole('group', { name, exact: true });

async function checkFigures(of: Page, days: number): Promise<void> {
  const period = { date_from: daysAgo(days - 1), date_to: daysAgo(0) };
  const before = { date_from: daysAgo(2 * days - 1), date_to: daysAgo(days) };
  const [now, then] = await Promise.all([
    api.reports.performance(period).totals(),
    api.reports.performance(before).totals(),
  ]);
  await figure(of, 'First-level rewards').waitFor();
  expect(await figure(of, 'First-level rewards').textContent()).toContain(`${dollars(now.reward_usd)} USD`);
  expect(await figure(of, 'Volume').textContent()).toContain(`${dollars(now.volume_mln_usd)} mln USD`);
  expect(await figure(of, 'New clients').textContent()).toContain(`New clients${now.registration_count}`);
  expect(await figure(of, 'Conversion').textContent()).toContain(
    now.conversion === null
      ? 'No clicks'
      : `${dollars(new BigNumber(now.conversion).times(100).toFixed())} %`,
  );
  const growth = new BigNumber(now.reward_usd).minus(then.reward_usd).div(then.reward_usd).times(100);
  const shown = growth.toFixed(1, BigNumber.ROUND_HALF_UP).replace('-', '');
  expect(await figure(of, 'First-level rewards').textContent()).toContain(
    `${growth.lt(0) ? '−' : '+'}${shown} %`,
  );
}

it('the figures are those of the API, against the period before, for each period in the address', async () => {
  await checkFigures(page, 28);
  await page.getByText('What was credited in all is below.').waitFor();
  await checkScreen(visitor);
  await page.getByText('90 days', { exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe('90d');
  await expect.poll(() => page.locator('details tbody tr').count()).toBe(90);
  await checkFigures(page, 90);
  await page.reload();
  await checkFigures(page, 90);
});

it('what was credited adds up to the digit, and each part leads to its rows', async () => {
  await page.goto(`${desk.partnerUrl}/console/?period=90d`);
  const credited = page.getByRole('region', { name: 'Credited', exact: true });
  await credited.locator('[data-amount]').waitFor();
  const exact = async (of: string): Promise<BigNumber> =>
    new BigNumber(((await credited.locator(of).textContent()) ?? '').replaceAll(',', ''));
  const period = { reward_date_from: daysAgo(89), reward_date_to: daysAgo(0) };
  const names = await credited
    .locator('[data-term]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-term') ?? ''));
  expect(names).toEqual(expect.arrayContaining(['reward', 'second_level_reward', 'adjustment']));
  let sum = new BigNumber(0);
  for (const name of names) {
    const amount = await exact(`[data-term="${name}"]`);
    sum = sum.plus(amount);
    if (name === 'progress_reward') continue;
    const kind = name as 'reward';
    const totals = await api.reports.creditedRewards({ ...period, kind: [kind] }).totals();
    expect([name, amount.toFixed()]).toEqual([name, totals.reward_usd]);
  }
  expect((await exact('[data-amount]')).toFixed()).toBe(sum.toFixed());
  await checkScreen(visitor);
  await credited.getByRole('link', { name: 'Adjustments of earlier days' }).click();
  const { count } = await api.reports.creditedRewards({ ...period, kind: ['adjustment'] }).totals();
  await page.getByText('Type: adjustment').waitFor();
  await expect.poll(() => page.locator('tr[data-row]').count()).toBe(count);
  await checkScreen(visitor);
});

it('every chart has ink, and its table the figures of each day', async () => {
  await page.goto(`${desk.partnerUrl}/console/?period=28d`);
  await page.getByRole('img', { name: 'First-level rewards by day' }).locator('canvas').waitFor();
  const inked = () =>
    page.locator('canvas').evaluateAll((all) =>
      all.map((each) => {
        const canvas = each as HTMLCanvasElement;
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
        return pixels.some((value) => value !== 0);
      }),
    );
  await expect.poll(inked).toEqual([true, true, true, true]);
  await page.getByText('Show the figures of each day').click();
  const period = { date_from: daysAgo(27), date_to: daysAgo(0) };
  const { data } = await api.reports.performance(period).page({ limit: 100 });
  const rewards = new Map(data.map(({ group_fields: [day = ''], reward_usd: reward }) => [day, reward]));
  const cells = await page.locator('details td[data-label="First-level rewards, USD"]').allTextContents();
  expect(cells).toEqual(
    Array.from({ length: 28 }, (_, place) => dollars(rewards.get(daysAgo(27 - place)) ?? '0')),
  );
  await checkScreen(visitor);
});

const bars = (name: string) =>
  page
    .getByRole('list', { name })
    .locator('[data-bar]')
    .evaluateAll((all) =>
      all.map((each) => [each.getAttribute('data-bar'), each.lastElementChild?.textContent]),
    );
const topOf = (rows: readonly { group_fields: readonly string[]; reward_usd: string }[]) =>
  rows
    .filter(({ reward_usd: reward }) => new BigNumber(reward).gt(0))
    .map(({ group_fields: [name = ''], reward_usd: reward }) => [name, dollars(reward)]);

it('the bars are the largest links, countries and symbols', async () => {
  const period = { date_from: daysAgo(27), date_to: daysAgo(0) };
  const top = { limit: 6 };
  const ordering: ['-reward_usd'] = ['-reward_usd'];
  const links = await api.reports
    .ibPerformance({ ...period, group_by: ['partner_code'], ordering })
    .page(top);
  await expect.poll(() => bars('Top links')).toEqual(topOf(links.data));
  const countries = await api.reports.performance({ ...period, group_by: ['country'], ordering }).page(top);
  await expect.poll(() => bars('Top countries')).toEqual(topOf(countries.data));
  const sums = new Map<string, BigNumber>();
  for await (const { symbol, reward_usd: reward } of api.reports.clientTransactions(period).rows()) {
    sums.set(symbol, (sums.get(symbol) ?? new BigNumber(0)).plus(reward ?? 0));
  }
  // The report is compared with the orders themselves, added up by another library.
  const symbols = [...sums].sort(([, a], [, b]) => b.comparedTo(a) ?? 0).slice(0, 6);
  await expect
    .poll(() => bars('Top symbols'))
    .toEqual(symbols.map(([name, sum]) => [name, dollars(sum.toFixed())]));
});

it('balance, tier and the last payout are those of the API', async () => {
  const summary = await api.profile.summary();
  for (const { currency, balance } of summary.balances ?? []) {
    const shown = page.locator(`[data-balance="${currency}"]`);
    expect((await shown.textContent())?.replaceAll(',', '')).toContain(`${balance} ${currency}`);
  }
  const { tier, next, reached, missing } = await api.profile.tier();
  if (tier === null || next === null || reached === null || missing === null)
    throw new Error('The partner of the demo is between two tiers.');
  expect(tier.tier_group_id).toBe(summary.tier_group_id);
  const shown = page.getByRole('region', { name: 'Tier' });
  await shown.getByText(`Next: ${next.name}`).waitFor();
  const text = await shown.textContent();
  expect(text).toContain(`${tier.name}, tier ${tier.tier_group_id}`);
  const paid = (await api.reports.progressRewards().page({ limit: 1000 })).data;
  const rise = paid.find(({ payment_date: at }) => Date.parse(at) === Date.parse(tier.since));
  const topUp = paid
    .filter(({ compensation_id: id }) => id === rise?.compensation_id)
    .reduce((total, { compensation_amount: amount }) => total.plus(amount), new BigNumber(0));
  expect(text).toContain(`Risen from tier ${rise?.old_tier_group_id}`);
  expect(text).toContain(`Since ${Number(tier.since.slice(8, 10))}`);
  expect(text?.replaceAll(',', '')).toContain(`Topped up by ${topUp.toFixed()} USD`);
  const down = new BigNumber(reached).dp(2, BigNumber.ROUND_DOWN).toFormat();
  const up = new BigNumber(missing).dp(2, BigNumber.ROUND_UP).toFormat();
  const threshold = new BigNumber(next.threshold).toFormat();
  expect(text).toContain(`${down} of ${threshold} mln USD volume in the last ${next.window_days} days`);
  expect(text).toContain(`${up} mln USD more volume to reach ${next.name}`);
  expect(new BigNumber(reached).plus(missing).eq(next.threshold)).toBe(true);
  expect(
    await shown.getByRole('progressbar', { name: `Progress to ${next.name}` }).getAttribute('aria-valuenow'),
  ).toBe(String(new BigNumber(reached).div(next.threshold).times(100).toNumber()));
  const { data } = await api.reports.creditedRewards({ ordering: ['-reward_order'] }).page({ limit: 1 });
  const payout = data[0]?.reward_order ?? '';
  const totals = await api.reports.creditedRewards({ reward_order: Number(payout) }).totals();
  const credited = await page.getByRole('region', { name: 'Credited last' }).textContent();
  expect(credited).toContain(`payout ${payout}`);
  expect(credited?.replaceAll(',', '')).toContain(totals.reward ?? totals.reward_usd);
});

it('what was read stays when it cannot be read again, beside what went wrong', async () => {
  await page.goto(`${desk.partnerUrl}/console/?period=28d`);
  const tier = page.getByRole('region', { name: 'Tier' });
  await tier.getByRole('link', { name: 'See how it was computed' }).waitFor();
  const credited = page.getByRole('region', { name: 'Credited last' });
  await credited.getByRole('link').waitFor();
  const kept = () =>
    Promise.all([
      figure(page, 'First-level rewards').textContent(),
      page.locator('[data-balance]').allTextContents(),
      page.getByRole('progressbar').getAttribute('aria-valuenow'),
      bars('Top links'),
    ]);
  await expect.poll(async () => (await bars('Top links')).length).toBeGreaterThan(0);
  const before = await kept();
  const alerts = page.getByRole('alert');
  /** A person who comes back to the page has it read again, when it is a few seconds old. */
  const alertsAfterReturn = async () => {
    await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
    return alerts.count();
  };
  const reads = /\/api\/(partner|reports)\//;
  await page.route(reads, (route) => route.fulfill({ status: 404, json: { detail: 'Out of order.' } }));
  await expect.poll(alertsAfterReturn).toBe(9);
  expect(await kept()).toEqual(before);
  expect(await tier.getByRole('link', { name: 'See how it was computed' }).count()).toBe(1);
  expect(await credited.textContent()).toContain('payout');
  await checkScreen(visitor);
  await page.unroute(reads);
  await expect.poll(alertsAfterReturn).toBe(0);
});

it('a manager who looks at the partner sees the same figures', async () => {
  const manager = await visit('mara');
  await manager.page.goto(`${desk.partnerUrl}/console/?as=demo-partner`);
  await checkFigures(manager.page, 28);
  expect(await manager.page.getByText('You see what the partner demo-partner sees').count()).toBe(1);
  await checkScreen(manager);
});

it('a partner who earns only from partners below finds it on the overview, day by day, and in the reports', async () => {
  const manager = await visit('milan');
  const program = partnerOf(manager, desk.partnerUrl);
  const above = 'above-partner';
  await program.partners.create({ partner_uid: above, country: 'PT' });
  await program.partners.createAccount(above, {
    partner_account: 'above-account',
    currency: 'USD',
    account_name: 'Main',
    opened_on: '2024-01-01',
  });
  await addPartner(program, 'below', above);
  await program.facts.send('orders', [
    anOrder('below', 1, daysAgo(3), '2'),
    anOrder('below', 2, daysAgo(2), '0.5'),
  ]);
  await desk.run('credit', '--through', daysAgo(1));
  const { data } = await program.as(above).reports.secondLevelRewards().page({ limit: 100 });
  const earned = data.reduce((total, { reward_usd: usd }) => total.plus(usd ?? 0), new BigNumber(0));
  expect(data).toHaveLength(2);
  expect(earned.gt(0)).toBe(true);

  const shown = manager.page;
  await shown.goto(`${desk.partnerUrl}/console/?as=${above}`);
  // Days that were credited to others before are adjustments.
  const total = shown.getByRole('region', { name: 'Credited', exact: true }).locator('[data-amount]');
  await total.waitFor();
  expect(await total.textContent()).toBe(earned.toFormat());
  await shown.getByText('No order earned a first-level reward in this period.').first().waitFor();
  const credited = shown.getByRole('region', { name: 'Credited last' });
  await credited.getByText(/payout \d+$/).waitFor();
  expect(await credited.textContent()).not.toContain('Nothing');
  await expect
    .poll(() => shown.locator('[data-balance="USD"]').textContent())
    .toContain(`${earned.toFixed()} USD`);
  await checkScreen(manager);

  await shown.getByRole('link', { name: 'See each day' }).click();
  await expect.poll(() => rowsOf(shown, 'Days')).toEqual([daysAgo(2), daysAgo(3)]);
  const days = await cellsOf(shown, 'Days');
  expect(days.map((row) => new BigNumber(row['Credited'] ?? '').toFixed())).toEqual(
    [daysAgo(2), daysAgo(3)].map((day) => data.find(({ reward_date: at }) => at.startsWith(day))?.reward_usd),
  );
  await shown.locator(`tr[data-row="${daysAgo(3)}"]`).click();
  await shown.getByText('No order of your own clients was closed on this day.').waitFor();
  await shown.locator('table[aria-label="Credited for this day"] tr[data-row]').click();
  await shown.getByRole('heading', { level: 1, name: /^Credited reward/ }).waitFor();
  await shown.locator('table[aria-label="Orders behind it"] tr[data-row]').first().click();
  await shown.getByText('Your second-level reward').first().waitFor();
  await checkScreen(manager);

  await shown.goto(`${desk.partnerUrl}/console/reports/performance?as=${above}`);
  await shown.getByText('This report has only what your own clients did.').waitFor();
  await checkScreen(manager);
  await shown.getByRole('link', { name: 'See what partners below you earned for you' }).click();
  await expect.poll(() => shown.locator('tr[data-row]').count()).toBe(2);
  expect(new URL(shown.url()).searchParams.get('as')).toBe(above);
});
