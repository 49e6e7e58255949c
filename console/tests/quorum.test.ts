import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import { apiOf, aWithdrawal } from './testing/api.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { checkScreen } from './testing/gates.ts';
import { join, openVisitor, type Visitor } from './testing/visitor.ts';

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly approvals: { readonly required: number; readonly votes: readonly { readonly voter: string }[] };
}

const APPROVERS = ['bea', 'carl', 'dora'];

let desk: Desk;
let browser: Browser;
let operator: ReturnType<typeof apiOf>;
let approver: ReturnType<typeof apiOf>;
let visitors: Visitor[];

beforeAll(async () => {
  [desk, browser] = await Promise.all([startDesk(), openChromium()]);
  [operator, approver] = [apiOf(desk), apiOf(desk, 'approver')];
  const rules = [{ verdict: 'REQUIRE_APPROVALS', approvals: 2, approvers: 'desk' }];
  visitors = [];
  for (const login of APPROVERS) {
    const { link } = await operator<{ link: string }>('POST', '/auth/people', {
      login,
      roles: ['trading:approver'],
    });
    const visitor = await openVisitor(browser, desk.url);
    await join(visitor, link);
    visitors.push(visitor);
  }
  const { version } = await operator<{ version: number }>('PUT', '/trade/v1/policies', {
    groups: { desk: APPROVERS },
    rules,
  });
  await approver('POST', `/trade/v1/policies/${version}/confirm`);
});
afterAll(async () => {
  await browser.close();
  await desk.stop();
});

const show = (id: string) =>
  operator<Withdrawal>('GET', `/trade/v1/venues/withdrawals/${id}?expand=approvals`);
const request = (reference: string) =>
  operator<Withdrawal>('POST', '/trade/v1/venues/withdrawals', aWithdrawal(reference));
const paymentsOf = async (id: string) =>
  (await desk.exchange('aurora').state()).transfers.filter(({ reference }) => reference === id).length;

async function approve(visitor: Visitor | undefined, id: string): Promise<void> {
  const page = visitor?.page;
  await page?.goto(`${desk.url}/console/approvals?id=${id}`);
  await page?.getByRole('button', { name: 'Approve', exact: true }).click();
  await page?.getByRole('button', { name: 'Confirm with a passkey' }).click();
}

it('two of three: the first vote pays nothing, the second pays once, the third finds nothing to do', async () => {
  const { id } = await request('two-of-three');
  const [bea, carl, dora] = visitors;
  await approve(bea, id);
  await expect.poll(async () => (await show(id)).approvals.votes.length).toBe(1);
  const { status, approvals } = await show(id);
  expect([status, approvals.required]).toEqual(['APPROVAL_REQUESTED', 2]);
  expect(await paymentsOf(id)).toBe(0);
  await bea?.page.goto(`${desk.url}/console/approvals?id=${id}`);
  await bea?.page.getByRole('dialog').getByText('You have voted').waitFor();
  await bea?.page.getByRole('dialog').getByText('1 of 2 approvals').waitFor();
  if (bea !== undefined) await checkScreen(bea);
  await dora?.page.goto(`${desk.url}/console/approvals`);
  await dora?.page.locator(`[data-row="${id}"]`).waitFor();
  await approve(carl, id);
  await expect.poll(async () => (await show(id)).status).toBe('COMPLETED');
  expect(await paymentsOf(id)).toBe(1);
  await dora?.page.getByText('Nothing waits for approval').waitFor();
});

it('an amount that changes after the dialog was shown is refused, and nobody has voted', async () => {
  const { id } = await request('tampered');
  const page = visitors[0]?.page;
  await page?.goto(`${desk.url}/console/approvals?id=${id}`);
  await page?.getByRole('button', { name: 'Approve', exact: true }).click();
  await page?.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  const refused = page?.waitForResponse(
    (answer) => answer.request().headers()['x-quaestor-proof'] !== undefined,
  );
  await desk.change((sql) => sql`update withdrawal set amount = 90000 where id = ${id}`);
  await page?.getByRole('button', { name: 'Confirm with a passkey' }).click();
  expect((await refused)?.status()).toBe(403);
  expect((await show(id)).approvals.votes).toEqual([]);
});

it('after its time it is cancelled without a payment', async () => {
  const { id } = await request('late');
  const page = visitors[2]?.page;
  await page?.goto(`${desk.url}/console/approvals?id=${id}`);
  await page?.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await desk.change(
    (sql) => sql`update withdrawal set due_at = now() - interval '1 second' where id = ${id}`,
  );
  await desk.kill();
  await desk.restart();
  await expect.poll(async () => (await show(id)).status, { timeout: 60_000 }).toBe('CANCELLED');
  await page?.goto(`${desk.url}/console/withdrawals/${id}`);
  await page?.getByText('Expired without enough approvals').waitFor();
  expect(await paymentsOf(id)).toBe(0);
});
