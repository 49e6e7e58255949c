import { verifyWebhook } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { openReceiver } from '../../../src/platform/webhooks/testing/receiver.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { rowsOf } from '../testing/rows.ts';

const receiver = await openReceiver();
const { desk, visit } = await openDesk('partner,worker');
const [mara, paula] = await Promise.all([visit('mara'), visit('paula')]);
const { page } = mara;
const program = partnerOf(mara, desk.partnerUrl);
const open = (path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);

it('a manager finds webhooks in the navigation, and a partner does not', async () => {
  await open('');
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByText('No webhook yet').waitFor();
  await checkScreen(mara);
  await paula.page.goto(`${desk.partnerUrl}/console/`);
  await paula.page.getByRole('link', { name: 'Rewards' }).waitFor();
  expect(await paula.page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
});

it('a manager sends events of disbursements to a receiver, which verifies them', async () => {
  await open('webhooks/new');
  await page.getByLabel('URL').fill(receiver.url);
  await page.getByLabel('A disbursement was cancelled before it was sent').check();
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Create the webhook' }).click();
  const secret = (await page.locator('[data-secret]').textContent()) ?? '';
  await page.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByRole('status').getByText(`${receiver.url} is created.`).waitFor();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test was received and answered 204.').waitFor();

  const { disbursements } = await program.managedDisbursements.list({ status: 'REQUESTED' });
  const [waiting] = disbursements;
  await program.managedDisbursements.cancel(waiting?.number ?? 0, 'Asked for twice.');
  await receiver.until((received) => received.at(-1)?.message.type === 'disbursement.cancelled');
  const { headers = {}, body = '', id: message = '' } = receiver.received.at(-1) ?? {};
  expect((await verifyWebhook(headers, body, secret)).type).toBe('disbursement.cancelled');
  await expect.poll(() => rowsOf(page, 'Deliveries')).toEqual([message]);
  await page.getByRole('region', { name: 'Received and failed' }).getByRole('img').waitFor();
  await checkScreen(mara);
  await page.locator(`[data-row="${message}"]`).click();
  await page.getByRole('dialog').locator('pre').first().waitFor();
  await checkScreen(mara);
});

it('a message that was given up waits in the inbox', async () => {
  await desk.change(
    (sql) => sql`update webhook_delivery set state = 'PARKED', attempts = 100, due_at = null`,
  );
  await open('inbox');
  await page.getByRole('link', { name: 'Webhook not received' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send it again' }).click();
  await page.getByText('disbursement.cancelled is sent again.').waitFor();
  await page.getByRole('dialog').getByText('Delivered', { exact: true }).waitFor();
  expect(receiver.received.at(-1)?.message.type).toBe('disbursement.cancelled');
});
