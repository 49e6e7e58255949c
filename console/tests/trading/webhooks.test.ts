import { verifyWebhook } from '@quaestor/sdk';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openReceiver } from '../../../src/platform/webhooks/testing/receiver.ts';
import { aWithdrawal } from '../testing/api.ts';
import { choose } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { cellsOf, rowsOf } from '../testing/rows.ts';

interface Delivery {
  readonly messageId: string;
  readonly state: string;
}

let isUp = true;
const receiver = await openReceiver((_received, response) => void response.writeHead(isUp ? 204 : 500).end());
let id: string;
let secret: string;

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');

const path = () => `/notification/v1/destinations/${id}`;
const deliveries = async (query = '') =>
  (await api<{ content: Delivery[] }>('GET', `${path()}/deliveries?${query}`)).content;
const verify = (key: string, at = -1) => {
  const { body, headers } = receiver.received.at(at) ?? { body: '', headers: {} };
  return verifyWebhook(headers, body, key);
};

const message = (page: Page, text: string) => page.getByRole('status').getByText(text).waitFor();

it('without a webhook the list says what one is', async () => {
  await visitor.page.goto(`${desk.url}/console/webhooks`);
  await visitor.page.getByText('No webhook yet').waitFor();
  expect(await visitor.page.getByRole('table').count()).toBe(0);
  await checkScreen(visitor);
});

it('a webhook is created, its secret is shown once, and a real receiver verifies the test', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/webhooks/new`);
  await page.getByLabel('URL').fill('nowhere');
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  await page.getByText('Choose at least one event').waitFor();
  await checkScreen(visitor);
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel('A withdrawal was requested').check();
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  secret = (await page.locator('[data-secret]').textContent()) ?? '';
  expect(secret).toMatch(/^whsec_/);
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('heading', { level: 1, name: receiver.url }).waitFor();
  await message(page, `${receiver.url} is created.`);
  id = page.url().split('/').at(-1) ?? '';
  expect(await page.getByText(secret).count()).toBe(0);
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test was received and answered 204.').waitFor();
  expect((await verify(secret)).type).toBe('webhook.test');
  await checkScreen(visitor);
});

it('a delivery shows the bytes that the receiver verified', async () => {
  const { page } = visitor;
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('hooked'));
  await expect.poll(async () => (await deliveries('state=DELIVERED')).length).toBe(1);
  const [delivery] = await deliveries();
  expect((await verify(secret)).type).toBe('withdrawal.created');
  await expect.poll(() => rowsOf(page, 'Deliveries')).toEqual([delivery?.messageId]);
  await page.locator(`[data-row="${delivery?.messageId}"]`).click();
  const body = page.getByRole('dialog').locator('pre').first();
  await body.waitFor();
  expect(JSON.parse((await body.textContent()) ?? '')).toEqual(
    JSON.parse(receiver.received.at(-1)?.body ?? ''),
  );
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Close' }).click();
});

it('paused, events wait; resumed, they arrive', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Events wait, for at most 30 days.').waitFor();
  await message(page, `${receiver.url} is paused. Its events wait.`);
  const before = receiver.received.length;
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('paused'));
  await expect.poll(async () => (await deliveries('state=PENDING')).length).toBe(1);
  expect(receiver.received).toHaveLength(before);
  await page.getByRole('link', { name: 'Show what waits' }).click();
  const [waiting] = await deliveries('state=PENDING');
  await expect.poll(() => rowsOf(page, 'Deliveries')).toEqual([waiting?.messageId]);
  await page.getByRole('button', { name: 'Resume' }).click();
  await message(page, `${receiver.url} is resumed.`);
  await page.getByRole('button', { name: 'Dismiss the message' }).click();
  await receiver.until(({ length }) => length > before);
  await expect.poll(async () => (await deliveries('state=PENDING')).length).toBe(0);
});

it('a new secret signs at once, and the old one for a day', async () => {
  const { page } = visitor;
  await page.getByRole('button', { name: 'Rotate the secret' }).click();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const next = (await page.locator('[data-secret]').textContent()) ?? '';
  expect(next).not.toBe(secret);
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText(/^Also signs until/).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test was received').waitFor();
  expect((await verify(next)).type).toBe('webhook.test');
  expect((await verify(secret)).type).toBe('webhook.test');
});

it('what was parked is sent again with the same id', async () => {
  const { page } = visitor;
  isUp = false;
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('parked'));
  await expect.poll(async () => (await deliveries('state=PENDING')).length).toBe(1);
  await desk.change(
    (sql) =>
      sql`update webhook_delivery set state = 'PARKED', attempts = 100, due_at = null where state = 'PENDING'`,
  );
  const [parked] = await deliveries('state=PARKED');
  await page.getByRole('radiogroup', { name: 'State of the deliveries' }).getByText('Parked').click();
  await page.locator(`[data-row="${parked?.messageId}"]`).click();
  await page.getByText('Not received after 100 attempts').waitFor();
  await checkScreen(visitor);
  isUp = true;
  await page.getByRole('button', { name: 'Send it again' }).click();
  await expect.poll(async () => (await deliveries('state=PARKED')).length).toBe(0);
  await receiver.until((received) => received.at(-1)?.id === parked?.messageId);
  await page.getByRole('dialog').getByText('Delivered', { exact: true }).waitFor();
});

it('what was delivered is sent again with the same id, and deliveries are found by their event', async () => {
  const { page } = visitor;
  const [delivered] = await deliveries('state=DELIVERED');
  await page.goto(`${desk.url}/console/webhooks/${id}?message=${delivered?.messageId}`);
  const before = receiver.received.length;
  await page.getByRole('button', { name: 'Send it again' }).click();
  await message(page, 'withdrawal.created is sent again.');
  await page.getByRole('link', { name: 'Show the delivery' }).waitFor();
  await receiver.until(
    (received) => received.length > before && received.at(-1)?.id === delivered?.messageId,
  );
  await page.goto(`${desk.url}/console/webhooks/${id}`);
  await choose(page, 'Event of the deliveries', 'withdrawal.created');
  await expect.poll(() => new URL(page.url()).searchParams.get('type')).toBe('withdrawal.created');
  const found = await deliveries('type=withdrawal.created');
  await expect.poll(() => rowsOf(page, 'Deliveries')).toEqual(found.map(({ messageId }) => messageId));
  await checkScreen(visitor);
});

it('what was received and what failed is drawn by day and by hour, and written in a table', async () => {
  const { page } = visitor;
  const [delivered] = await deliveries('state=DELIVERED');
  await desk.change(
    (sql) => sql`update webhook_delivery set attempts = 3 from webhook_event
      where webhook_event.id = event_id and message_id = ${delivered?.messageId ?? ''}`,
  );
  const total = (await deliveries('state=DELIVERED')).length;
  await page.goto(`${desk.url}/console/webhooks/${id}`);
  const section = page.getByRole('region', { name: 'Received and failed' });
  await section.getByRole('img', { name: /by day$/ }).waitFor();
  await section.getByText('Show the figures').click();
  const sum = async (column: string) =>
    (await cellsOf(page, 'Received and failed')).reduce((all, cells) => all + Number(cells[column]), 0);
  await expect.poll(() => sum('Received')).toBe(total);
  expect(await sum('Failed attempts')).toBeGreaterThanOrEqual(2);
  expect(await sum('Parked')).toBe(0);
  await checkScreen(visitor);
  await section.getByText('48 hours').click();
  await section.getByRole('img', { name: /by hour$/ }).waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('hour');
  await checkScreen(visitor);
});

it('the URL is changed, and the webhook deleted', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/webhooks/${id}`);
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByLabel('URL').fill(`${receiver.url}2`);
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: `${receiver.url}2` }).waitFor();
  await message(page, `${receiver.url}2 is saved.`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the webhook' }).click();
  await page.getByText('No webhook yet').waitFor();
  await message(page, `${receiver.url}2 is deleted.`);
  expect(await api('GET', '/notification/v1/destinations')).toEqual([]);
});
