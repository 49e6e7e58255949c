import { expect, it } from 'vitest';
import { confirmByPasskey } from '../testing/confirm.ts';
import { apiOf, aWithdrawal } from '../testing/api.ts';
import { checkScreen } from '../testing/gates.ts';
import { inviteHere } from '../testing/invite-here.ts';
import { openDesk } from '../testing/open.ts';
import type { Visitor } from '../testing/visitor.ts';

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly approvals: { readonly required: number; readonly votes: readonly { readonly voter: string }[] };
}

const { desk, api: operator, visitBy } = await openDesk();

async function joinApprover(login: string): Promise<Visitor> {
  return visitBy(await inviteHere(desk, login, 'trading:approver'));
}
const [bea, carl, dora] = [await joinApprover('bea'), await joinApprover('carl'), await joinApprover('dora')];

const { version } = await operator<{ version: number }>('PUT', '/trade/v1/policies', {
  groups: { desk: ['bea', 'carl', 'dora'] },
  rules: [{ verdict: 'REQUIRE_APPROVALS', approvals: 2, approvers: 'desk' }],
});
await apiOf(desk, 'approver')('POST', `/trade/v1/policies/${version}/confirm`);

const show = (id: string) =>
  operator<Withdrawal>('GET', `/trade/v1/venues/withdrawals/${id}?expand=approvals`);
const request = (reference: string) =>
  operator<Withdrawal>('POST', '/trade/v1/venues/withdrawals', aWithdrawal(reference));
const paymentsOf = async (id: string) =>
  (await desk.exchange('aurora').state()).transfers.filter(({ reference }) => reference === id).length;

async function approve({ page }: Visitor, id: string): Promise<void> {
  await page.goto(`${desk.url}/console/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await confirmByPasskey(page);
}

it('two of three: the first vote pays nothing, the second pays once, the third finds nothing to do', async () => {
  const { id } = await request('two-of-three');
  await approve(bea, id);
  await expect.poll(async () => (await show(id)).approvals.votes.length).toBe(1);
  const { status, approvals } = await show(id);
  expect([status, approvals.required]).toEqual(['APPROVAL_REQUESTED', 2]);
  expect(await paymentsOf(id)).toBe(0);
  await bea.page.goto(`${desk.url}/console/approvals?id=${id}`);
  await bea.page.getByRole('dialog').getByText('You have voted').waitFor();
  await bea.page.getByRole('dialog').getByText('1 of 2 approvals').waitFor();
  await checkScreen(bea);
  await dora.page.goto(`${desk.url}/console/approvals`);
  await dora.page.locator(`[data-row="${id}"]`).waitFor();
  await approve(carl, id);
  await expect.poll(async () => (await show(id)).status).toBe('COMPLETED');
  expect(await paymentsOf(id)).toBe(1);
  await dora.page.getByText('Nothing waits for approval').waitFor();
});

it('an amount that changes after the dialog was shown is refused, and nobody has voted', async () => {
  const { id } = await request('tampered');
  const { page } = bea;
  await page.goto(`${desk.url}/console/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  const refused = page.waitForResponse(
    (answer) => answer.request().headers()['x-quaestor-proof'] !== undefined,
  );
  await desk.change((sql) => sql`update withdrawal set amount = 90000 where id = ${id}`);
  await confirmByPasskey(page);
  expect((await refused).status()).toBe(403);
  expect((await show(id)).approvals.votes).toEqual([]);
});

it('after its time an approval is refused with the reason, and it is cancelled without a payment', async () => {
  const { id } = await request('late');
  const { page } = dora;
  await page.goto(`${desk.url}/console/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await desk.change(
    (sql) => sql`update withdrawal set due_at = now() - interval '1 second' where id = ${id}`,
  );
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  // A job that runs every minute may have cancelled it already.
  const reason = page.getByRole('alert').getByText(/^The time to vote ended at|^The withdrawal is CANCELLED/);
  await reason.waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor({ state: 'detached' });
  expect(await reason.count()).toBe(1);
  await checkScreen(dora);
  expect((await show(id)).approvals.votes).toEqual([]);
  await desk.kill();
  await desk.restart();
  await expect.poll(async () => (await show(id)).status, { timeout: 60_000 }).toBe('CANCELLED');
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.getByText('Expired without enough approvals').waitFor();
  expect(await paymentsOf(id)).toBe(0);
});
