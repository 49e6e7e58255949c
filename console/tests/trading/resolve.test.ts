import { expect, it } from 'vitest';
import { apiOf, aWithdrawal } from '../testing/api.ts';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { makeStuck, SILENCE } from '../testing/make-stuck.ts';
import { openDesk } from '../testing/open.ts';

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly waitingReason?: string | null;
  readonly venueTransferId: string | null;
}

const PATH = '/trade/v1/venues/withdrawals';

const { desk, api, visit } = await openDesk();
const exchange = desk.exchange('aurora');
const [anton, olivia] = [await visit('anton'), await visit('olivia')];

const show = (id: string) => api<Withdrawal>('GET', `${PATH}/${id}?expand=approvals`);
const transfersOf = async (id: string) =>
  (await exchange.state()).transfers.filter(({ reference }) => reference === id);

it('a withdrawal without an answer is resolved with what an admin found at the venue, and paid once', async () => {
  const id = await makeStuck(desk, 'stuck');
  const [transfer] = await transfersOf(id);
  const { page } = anton;
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.getByRole('heading', { name: 'Resolve by hand' }).waitFor();
  expect(await page.getByRole('region', { name: 'Resolve by hand' }).locator('pre').textContent()).toContain(
    SILENCE.message,
  );
  await page.getByLabel('Id of the withdrawal at the venue').fill(transfer?.id ?? '');
  await page.getByLabel('How you know').fill('Seen in the list of aurora.');
  await checkScreen(anton);
  await page.getByRole('button', { name: 'Resolve', exact: true }).click();
  await confirmByPasskey(page);
  await expect.poll(async () => (await show(id)).status, { timeout: 60_000 }).toBe('COMPLETED');
  expect((await show(id)).venueTransferId).toBe(transfer?.id);
  expect(await transfersOf(id)).toHaveLength(1);
  await page.getByRole('list', { name: 'What happened' }).getByText('Resolved by a person').waitFor();
  await page.getByText('Seen in the list of aurora.').first().waitFor();
  expect(await page.getByRole('heading', { name: 'Resolve by hand' }).count()).toBe(0);

  const q = encodeURIComponent(`action:withdrawal.resolve AND subjectId:"${id}"`);
  await page.goto(`${desk.url}/console/audit?q=${q}`);
  await page.locator('tr[data-row]').click();
  const record = page.getByRole('dialog').locator('pre');
  await record.waitFor();
  expect(JSON.parse((await record.textContent()) ?? '')).toMatchObject({
    found: 'ACCEPTED',
    venueTransferId: transfer?.id,
    reason: 'Seen in the list of aurora.',
  });
  expect(await page.getByRole('dialog').textContent()).toContain('anton');
});

it('the list shows which one needs a person and why, and what only waits is not resolved by hand', async () => {
  const stuck = await makeStuck(desk, 'needs-somebody');
  await exchange.goOffline();
  const { id: waiting } = await api<Withdrawal>('POST', PATH, aWithdrawal('waits'));
  await apiOf(desk, 'approver')('POST', `${PATH}/${waiting}/votes`, { decision: 'APPROVE' });
  await expect.poll(async () => (await show(waiting)).waitingReason).toBeTruthy();
  const { page } = anton;
  await page.goto(`${desk.url}/console/withdrawals`);
  const statusOf = (id: string) => page.locator(`[data-row="${id}"] td[data-label="Status"]`);
  await statusOf(stuck).getByText('Needs a person').waitFor();
  expect(await statusOf(stuck).textContent()).toContain((await show(stuck)).waitingReason);
  await expect.poll(() => statusOf(waiting).textContent()).toMatch(/^Pending./);
  await checkScreen(anton);
  await page.goto(`${desk.url}/console/withdrawals/${waiting}`);
  await page.getByRole('heading', { name: 'Withdrawal waits' }).waitFor();
  await page
    .getByText((await show(waiting)).waitingReason ?? '')
    .first()
    .waitFor();
  expect(await page.getByRole('heading', { name: 'Resolve by hand' }).count()).toBe(0);
  await exchange.goOnline();
  await expect.poll(async () => (await show(waiting)).status, { timeout: 60_000 }).toBe('COMPLETED');
});

it('of two admins who resolve it the second is refused with the reason', async () => {
  const id = await makeStuck(desk, 'twice');
  for (const { page } of [anton, olivia]) {
    await page.goto(`${desk.url}/console/withdrawals/${id}`);
    await page.getByLabel('It refused the withdrawal').check();
    await page.getByLabel('How you know').fill('Their support says so.');
    await page.getByRole('button', { name: 'Resolve', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  }
  await confirmByPasskey(anton.page);
  await expect.poll(async () => (await show(id)).status).toBe('FAILED');
  await confirmByPasskey(olivia.page);
  await olivia.page.getByRole('alert').getByText('does not wait for a person').waitFor();
  await olivia.page.getByRole('heading', { name: 'Resolve by hand' }).waitFor({ state: 'detached' });
  await checkScreen(olivia);
});
