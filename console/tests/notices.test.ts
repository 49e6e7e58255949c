import { expect, it } from 'vitest';
import { openReceiver } from '../../src/platform/webhooks/testing/receiver.ts';
import { aWithdrawal } from './testing/api.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

let isUp = true;
const chat = await openReceiver((_received, response) => void response.writeHead(isUp ? 200 : 404).end());

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');

const textOf = (at: number) => (JSON.parse(chat.received[at]?.body ?? '{}') as { text?: string }).text;

it('an admin adds a room, which gets what waits for anybody and says how it takes it', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/notices`);
  await page.getByText('No room yet.').waitFor();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Add a room' }).click();
  await page.getByLabel('Name', { exact: true }).fill('treasury');
  await page.getByLabel('Incoming webhook').fill('ftp://example.com/');
  await page.getByRole('group', { name: 'It gets' }).getByLabel('A withdrawal waits for your vote.').check();
  await page.getByRole('button', { name: 'Add the room' }).click();
  await page.getByText('must be an http:// or https:// URL').waitFor();
  await checkScreen(olivia);
  await page.getByLabel('Incoming webhook').fill(chat.url);
  await page.getByRole('button', { name: 'Add the room' }).click();
  await page.getByRole('status').getByText('The room treasury gets messages now.').waitFor();
  await page.getByRole('button', { name: 'Add a room' }).waitFor();
  expect(await page.content()).not.toContain(chat.url);

  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('room-1'));
  await chat.until((received) => received.length === 1);
  expect(textOf(0)).toContain('A withdrawal waits for your vote');
  expect(textOf(0)).not.toContain('room-1');
  await page.getByText(/Took a message/).waitFor();
  await page.getByRole('cell', { name: '#treasury' }).waitFor();
  await checkScreen(olivia);

  isUp = false;
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('room-2'));
  await page.getByText(/Not used since .*404/).waitFor();
  await checkScreen(olivia);
  await page.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Remove the room' }).click();
  await page.getByText('No room yet.').waitFor();
});

it('a person gives a chat of their own, and an admin decides what nobody can switch off', async () => {
  isUp = true;
  const { page } = olivia;
  await page.goto(`${desk.url}/console/notices`);
  const compulsory = page.getByRole('region', { name: 'Compulsory' });
  const choice = compulsory.getByLabel('A payment has failed.');
  await choice.click();
  await expect.poll(() => choice.isChecked()).toBe(true);
  await page.goto(`${desk.url}/console/security`);
  const kind = page.getByLabel('A payment has failed.');
  await expect.poll(() => kind.isDisabled()).toBe(true);
  await page.getByLabel('Chat', { exact: true }).selectOption('json');
  await page.getByLabel('Incoming webhook').fill(chat.url);
  await page.getByRole('button', { name: 'Use this chat' }).click();
  await page.getByText(/Another \(JSON\) at 127\.0\.0\.1/).waitFor();
  await checkScreen(olivia);
});
