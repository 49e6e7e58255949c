import { expect, it } from 'vitest';
import { ADDRESS, aWithdrawal } from '../testing/api.ts';
import { callAs } from '../testing/call-as.ts';
import { confirmByPasskey } from '../testing/confirm.ts';
import { addDeadJobs } from '../testing/dead-jobs.ts';
import { checkScreen } from '../testing/gates.ts';
import { makeStuck } from '../testing/make-stuck.ts';
import { openDesk } from '../testing/open.ts';

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');

const overviewOf = async ({ page }: typeof anton) => {
  await page.goto(`${desk.url}/console/`);
  await page.getByRole('heading', { name: 'Limits of the policy' }).waitFor();
};

it('what waits for an admin is counted and leads to where it is done', async () => {
  const { page } = anton;
  await overviewOf(anton);
  await page.getByText('No rule in force limits a sum.').waitFor();
  await page.getByText('No withdrawal and no conversion yet.').waitFor();
  const id = await makeStuck(desk, 'stuck');
  await addDeadJobs(desk, 2);
  const wallet = { alias: 'cold-wallet', kind: 'blockchain', network: 'ETHEREUM', address: ADDRESS };
  await callAs(olivia.page, 'POST', '/trade/v1/destinations', wallet);
  await callAs(olivia.page, 'PUT', '/trade/v1/policies', {
    rules: [
      { asset: 'USDT', venue: 'borealis', sum: { window: '24h', over: '5000' }, verdict: 'REFUSE' },
      { asset: 'USDT', sum: { window: '30d', over: '4000' }, verdict: 'REQUIRE_APPROVALS', approvals: 1 },
      { currency: 'USDT', sum: { window: '24h', over: '9000' }, verdict: 'REFUSE' },
      { currency: 'XAU', sum: { window: '24h', over: '9000' }, verdict: 'REFUSE' },
    ],
  });
  await overviewOf(anton);
  const leadsTo = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  expect(await leadsTo('1 withdrawal to resolve by hand')).toContain('/withdrawals?q=');
  expect(await leadsTo('1 proposed policy to confirm or refuse')).toBe('/console/policies');
  expect(await leadsTo('1 destination to confirm')).toContain('/destinations?q=');
  expect(await leadsTo('2 jobs that failed for good')).toBe('/console/jobs');
  await checkScreen(anton);
  await page.getByRole('link', { name: '1 withdrawal to resolve by hand' }).click();
  await page.locator(`tr[data-row="${id}"]`).waitFor();
});

it('what a person proposed does not wait for that person', async () => {
  const { page } = olivia;
  await overviewOf(olivia);
  await page.getByRole('link', { name: '2 jobs that failed for good' }).waitFor();
  expect(await page.getByRole('link', { name: /to confirm/ }).count()).toBe(0);
});

it('the limits of the policy are those of the server, each over its own venue and window', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/policies`);
  await page.getByRole('button', { name: 'Confirm the policy' }).click();
  await confirmByPasskey(page);
  await page.getByText(/confirmed by anton/).waitFor();
  await overviewOf(anton);
  await page.getByText('rule 1: over 5,000 USDT in 24 h, at borealis → refused').waitFor();
  await page.getByText('0 of 5,000 USDT').waitFor();
  await page.getByText('1,250.50 of 4,000 USDT').waitFor();
  await page.getByText('2,749.50 USDT left').waitFor();
  await page.getByText('rule 3: over 9,000 USDT of all assets in 24 h → refused').waitFor();
  await page.getByText('1,250.50 of 9,000 USDT').waitFor();
  await page.getByText('Not known: a price is missing.').waitFor();
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('more', '1000'));
  await expect.poll(() => page.getByText('2,250.50 of 4,000 USDT').count()).toBe(1);
  await checkScreen(anton);
});

it('the value and what came and went are charts, and the same figures a table', async () => {
  const { page } = anton;
  const value = page.getByRole('img', { name: 'Value of all venues by day in USDT' });
  await expect
    .poll(async () => {
      await overviewOf(anton);
      await page.getByRole('heading', { name: 'Value and flows' }).waitFor();
      return value.or(page.getByText('No balances are kept yet.')).first().getAttribute('role');
    })
    .toBe('img');
  await page.getByRole('img', { name: 'What came in and went out by day in USDT' }).waitFor();
  await page.getByText('7 days').click();
  await page.getByText('By day as a table').click();
  const rows = page.getByRole('table', { name: 'By day as a table' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(7);
  const { days } = await api<{ days: { value: string | null }[] }>('GET', '/trade/v1/balances/history');
  const whole = days.at(-1)?.value?.split('.')[0] ?? 'Not known';
  await expect.poll(async () => (await rows.first().textContent())?.replaceAll(',', '')).toContain(whole);
  await checkScreen(anton);
});

it('the last movements are withdrawals and conversions, newest first', async () => {
  const { page } = anton;
  const { id } = await api<{ id: string }>('POST', '/trade/v1/conversions', {
    reference: 'rebalance',
    from: { asset: 'BTC', amount: '0.05' },
    to: { asset: 'USDT' },
  });
  await overviewOf(anton);
  const lines = page.getByRole('link', { name: /(Withdrawal|Conversion to) / });
  await expect.poll(() => lines.first().getAttribute('href')).toBe(`/console/conversions/${id}`);
  expect(await lines.allTextContents()).toEqual([
    expect.stringMatching(/0\.05.BTC.*Conversion to USDT/),
    expect.stringMatching(/1,000.USDT.*Withdrawal/),
    expect.stringMatching(/1,250\.50.USDT.*Withdrawal/),
  ]);
});
