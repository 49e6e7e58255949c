import { expect, it } from 'vitest';
import { ADDRESS, apiOf, aWithdrawal } from '../testing/api.ts';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { rowsOf } from '../testing/rows.ts';

interface Withdrawal {
  readonly id: string;
  readonly status: string;
  readonly approvals: { readonly votes: readonly { readonly voter: string }[] };
}

interface Event {
  readonly at: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly reason: string | null;
  readonly details: Record<string, unknown>;
}

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');

const show = (id: string) => api<Withdrawal>('GET', `/trade/v1/venues/withdrawals/${id}?expand=approvals`);
const request = (reference: string, amount?: string) =>
  api<Withdrawal>('POST', '/trade/v1/venues/withdrawals', aWithdrawal(reference, amount));

async function paymentsOf(id: string): Promise<string[]> {
  const { transfers } = await desk.exchange('aurora').state();
  return transfers.filter(({ reference }) => reference === id).map(({ amount }) => amount);
}

it('without a request the screen says what would be here', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals`);
  await page.getByText('Nothing waits for approval').waitFor();
  expect(await page.getByRole('table').count()).toBe(0);
  await checkScreen(anton);
});

it('one asks and cannot vote; another approves with a passkey; the exchange pays exactly once', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/withdrawals/new`);
  await page.getByLabel('From venue').first().click();
  await page.getByRole('option', { name: 'Aurora Exchange' }).click();
  await page.getByLabel('Asset').first().click();
  await page.getByRole('option', { name: 'USDT' }).click();
  await page.getByLabel('Amount').fill('0.5');
  await page.getByText(/At least/).waitFor();
  await page.getByLabel('Amount').fill('1250.50');
  await page.getByText('New address').click();
  await page.getByLabel('Network').first().click();
  await page.getByRole('option', { name: 'ETHEREUM' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(ADDRESS.replace('5aA', '5aa'));
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('checksum');
  await checkScreen(olivia);
  await page.getByRole('textbox', { name: 'Address' }).fill(ADDRESS);
  await page.getByLabel('Reference').fill('payout-1');
  await page.getByRole('button', { name: 'Check' }).click();
  await page.getByText('The dry run passed').waitFor();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Request the withdrawal' }).click();
  await page.getByRole('heading', { name: 'Withdrawal payout-1' }).waitFor();
  const id = page.url().split('/').at(-1) ?? '';
  await checkScreen(olivia);

  await page.goto(`${desk.url}/console/approvals?id=${id}`);
  await page.getByRole('dialog').getByText('people cannot approve their own withdrawals').waitFor();
  expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0);
  await checkScreen(olivia);

  const other = anton.page;
  await other.goto(`${desk.url}/console/approvals`);
  await other.locator(`[data-row="${id}"]`).click();
  await other.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(await other.getByRole('img', { name: ADDRESS }).textContent()).toBe(ADDRESS);
  await checkScreen(anton);
  await other.getByRole('button', { name: 'Approve', exact: true }).click();
  await other.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  expect(await other.locator(`[data-payment="${id}"]`).textContent()).toContain('Approve 1,250.50 USDT');
  await checkScreen(anton);
  await confirmByPasskey(other);
  const message = other.getByRole('status').filter({ hasText: 'Approved 1,250.50 USDT' });
  await message.waitFor();
  await checkScreen(anton);
  await message.getByRole('link', { name: 'Show the withdrawal' }).click();
  await other.getByRole('heading', { level: 1, name: /payout-1/ }).waitFor();
  expect(await message.count()).toBe(0);

  await expect.poll(async () => (await show(id)).status).toBe('COMPLETED');
  expect(await paymentsOf(id)).toEqual(['1250.50']);
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  const events = await api<readonly Event[]>('GET', `/trade/v1/venues/withdrawals/${id}/events`);
  const entries = page.getByRole('list', { name: 'What happened' }).locator(':scope > li');
  await expect.poll(() => entries.count()).toBe(events.length);
  for (const [index, { at, actor, reason, details }] of events.entries()) {
    const entry = entries.nth(index);
    expect(await entry.locator('time').getAttribute('datetime')).toBe(at);
    const text = await entry.textContent();
    expect(text).toContain(actor.kind === 'system' ? 'Quaestor' : actor.id);
    expect(text).toContain(reason ?? '');
    expect(JSON.parse((await entry.locator('pre').textContent()) ?? '')).toEqual(details);
  }
  expect(await entries.last().textContent()).toContain('Completed');
});

it('twenty are approved together with one confirmation', async () => {
  const created = await Promise.all(Array.from({ length: 20 }, (_, n) => request(`bulk-${n}`, `${20 + n}`)));
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals`);
  await page.getByRole('table', { name: 'Waiting for you' }).waitFor();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Approve 20' }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  expect(await page.locator('[data-payment]').count()).toBe(20);
  await checkScreen(anton);
  await confirmByPasskey(page);
  await expect
    .poll(async () => Promise.all(created.map(async ({ id }) => (await show(id)).status)), {
      timeout: 90_000,
    })
    .toEqual(created.map(() => 'COMPLETED'));
  const payments = await Promise.all(created.map(({ id }) => paymentsOf(id)));
  expect(payments.map(({ length }) => length)).toEqual(created.map(() => 1));
});

it('a bulk names each vote that was refused, also when nothing is left to vote on', async () => {
  const [first, second] = [await request('refused-1', '1250.50'), await request('refused-2', '75')];
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals`);
  await page.locator(`[data-row="${second.id}"]`).waitFor();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Approve 2' }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  await api('POST', `/trade/v1/venues/withdrawals/${first.id}/cancel`);
  await confirmByPasskey(page);
  await expect.poll(async () => (await show(second.id)).status).toBe('COMPLETED');
  await page.getByText('Nothing waits for approval').waitFor();
  const refusal = page.getByRole('alert');
  await refusal.getByText('One vote was refused').waitFor();
  const said = await refusal.textContent();
  expect(said).toContain('1,250.50 USDT, reference refused-1: The withdrawal is CANCELLED');
  expect(said).toMatch(/Trace id [0-9a-f]{32}/);
  expect(said).not.toContain('refused-2');
  await checkScreen(anton);
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await refusal.waitFor({ state: 'detached' });
  expect(await paymentsOf(first.id)).toEqual([]);
});

it('a bulk can be rejected together, and none of it is paid', async () => {
  const made = [await request('no-1', '20'), await request('no-2', '30'), await request('no-3', '40')];
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals`);
  await page.locator(`[data-row="${made[2]?.id}"]`).waitFor();
  await page.getByRole('button', { name: 'Select all' }).click();
  await page.getByRole('button', { name: 'Reject' }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  const confirmed = await page.locator('[data-payment]').allTextContents();
  expect(confirmed.map((text) => text.startsWith('Reject '))).toEqual(made.map(() => true));
  await confirmByPasskey(page);
  await expect
    .poll(() => Promise.all(made.map(async ({ id }) => (await show(id)).status)))
    .toEqual(made.map(() => 'CANCELLED'));
  expect((await Promise.all(made.map(({ id }) => paymentsOf(id)))).flat()).toEqual([]);
  await page.getByText('Nothing waits for approval').waitFor();
});

it('the soonest to expire is first, all can be reached, and a link opens one that is not loaded yet', async () => {
  const made: string[] = [];
  for (let n = 0; n < 60; n += 1) made.push((await request(`many-${n}`, `${20 + n}`)).id);
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals?id=${made.at(-1)}`);
  await page.getByRole('dialog').getByText('many-59').waitFor();
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  expect((await rowsOf(page, 'Waiting for you')).slice(0, 5)).toEqual(made.slice(0, 5));
  await expect
    .poll(
      async () => {
        await page.mouse.wheel(0, 900);
        return (await rowsOf(page, 'Waiting for you')).at(-1);
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe(made.at(-1));
  await apiOf(desk, 'approver')('POST', '/trade/v1/approvals/votes', {
    votes: made.map((id) => ({ id, decision: 'REJECT' })),
  });
  await page.getByText('Nothing waits for approval').waitFor();
});

it('while the server does not say what is votable, nothing is called not votable, and both are asked again', async () => {
  const { id } = await request('unanswered');
  const { page } = anton;
  await page.route('**/trade/v1/approvals?**', (route) => route.abort());
  await page.goto(`${desk.url}/console/approvals`);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.waitFor({ timeout: 60_000 });
  expect(await page.getByText('Not for you to approve').count()).toBe(0);
  await page.unroute('**/trade/v1/approvals?**');
  await again.click();
  await page.locator(`table[aria-label="Waiting for you"] [data-row="${id}"]`).waitFor();
  await api('POST', `/trade/v1/venues/withdrawals/${id}/cancel`);
});

it('keyboard alone: next, open, approve, confirm', async () => {
  const { id } = await request('keyboard');
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals`);
  await page.locator(`[data-row="${id}"]`).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  for (
    let step = 0;
    step < 20 && !(await approve.evaluate((node) => node === document.activeElement));
    step += 1
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('button', { name: 'Confirm with a passkey' });
  await confirm.waitFor();
  await expect.poll(() => confirm.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await show(id)).approvals.votes.length).toBe(1);
});

it('a rejection cancels it, with the comment', async () => {
  const { id } = await request('rejected');
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals?id=${id}`);
  await page.getByLabel('Comment').fill('Unknown supplier');
  await page.getByRole('button', { name: 'Reject' }).click();
  await confirmByPasskey(page);
  await expect.poll(async () => (await show(id)).status).toBe('CANCELLED');
  expect(await paymentsOf(id)).toEqual([]);
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.getByText('Unknown supplier').first().waitFor();
});

it('a confirmation of one withdrawal is refused for another', async () => {
  const [shown, other] = [await request('shown', '20'), await request('other', '90000')];
  const { page } = anton;
  await page.route('**/votes', async (route) => {
    const hasProof = route.request().headers()['x-quaestor-proof'] !== undefined;
    await route.continue(hasProof ? { url: route.request().url().replace(shown.id, other.id) } : {});
  });
  const refused = page.waitForResponse(
    (answer) => answer.request().headers()['x-quaestor-proof'] !== undefined,
  );
  await page.goto(`${desk.url}/console/approvals?id=${shown.id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await confirmByPasskey(page);
  expect((await refused).status()).toBe(403);
  await page.unroute('**/votes');
  expect((await show(other.id)).approvals.votes).toEqual([]);
  expect((await show(shown.id)).approvals.votes).toEqual([]);
});

it('a person sees the value, what was paid before and the sum of what is selected, and votes by key', async () => {
  const { page } = anton;
  const [first, second] = [await request('by-key-1', '21'), await request('by-key-2', '22.5')];
  await page.goto(`${desk.url}/console/approvals?id=${first.id}`);
  const panel = page.getByRole('dialog');
  await panel.getByText(/^\d+ times?$/).waitFor();
  await expect.poll(() => panel.locator('dl > div', { hasText: 'Value' }).textContent()).toContain('21.00');
  await checkScreen(anton);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  for (const reference of ['by-key-1', 'by-key-2']) {
    await page.getByRole('checkbox', { name: new RegExp(`${reference}$`) }).check();
  }
  await page.getByText('2 withdrawals selected, worth 43.50 USDT').waitFor();
  await checkScreen(anton);
  await page.keyboard.press('a');
  await confirmByPasskey(page);
  for (const { id } of [first, second]) {
    await expect.poll(async () => (await show(id)).approvals.votes.length).toBe(1);
  }
});

it('a server killed between click and answer leaves one vote and one payment after its restart', async () => {
  const { id } = await request('killed');
  const { page } = anton;
  await page.goto(`${desk.url}/console/approvals?id=${id}`);
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
  const voted = page.waitForRequest(
    (sent) => sent.url().endsWith('/votes') && sent.headers()['x-quaestor-proof'] !== undefined,
  );
  await confirmByPasskey(page);
  await voted;
  await desk.kill();
  await desk.restart();
  await page.goto(`${desk.url}/console/approvals`);
  if ((await show(id)).approvals.votes.length === 0) {
    await page.goto(`${desk.url}/console/approvals?id=${id}`);
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await confirmByPasskey(page);
  }
  await expect.poll(async () => (await show(id)).status, { timeout: 30_000 }).toBe('COMPLETED');
  expect((await show(id)).approvals.votes).toHaveLength(1);
  expect(await paymentsOf(id)).toHaveLength(1);
});
