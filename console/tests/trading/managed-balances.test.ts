import { expect, it } from 'vitest';
import { callAs } from '../testing/call-as.ts';
import { choose, confirmByPasskey } from '../testing/confirm.ts';
import { englishLeft } from '../testing/english-left.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';

const { desk, api, visit } = await openDesk();
const olivia = await visit('olivia');
const anton = await visit('anton');
/** It is looked at each minute, and low only after two readings. */
const PATIENCE_MS = 240_000;
const PLACE = '/trade/v1/managed-balances/borealis/USDC';

interface Balance {
  readonly level: string | null;
  readonly active: { readonly settings: { readonly acts: string; readonly dailyCap: string } } | null;
  readonly proposal: { readonly amount: string } | null;
}
const show = () => api<Balance>('GET', PLACE);
const settings = {
  minimum: '900000000',
  target: '900001000',
  maximum: '999999999',
  dailyCap: '250.50',
  sources: [{ kind: 'TRANSFER', venue: 'aurora', network: 'ETHEREUM' }],
  acts: 'PROPOSE',
};

/** As an admin does it in the console. */
async function setByForm(): Promise<void> {
  const { page } = anton;
  await page.goto(`${desk.url}/console/managed-balances`);
  await page.getByRole('link', { name: 'New managed balance' }).first().click();
  await choose(page, 'Venue', 'Borealis Markets');
  await choose(page, 'Asset', 'USDC');
  await page.getByLabel('Minimum').fill('900,000,000');
  await page.getByLabel('Target').fill('900,000,000');
  await page.getByLabel('Maximum').fill('999999999');
  await page.getByLabel('Daily cap').fill('250.50');
  await page.getByRole('button', { name: 'Add a source' }).click();
  await choose(page, 'Other venue', 'Aurora Exchange');
  await choose(page, 'Network', 'ETHEREUM');
  await page.getByRole('button', { name: 'Manage the balance' }).click();
  await page.getByText('It must be more than the minimum.').waitFor();
  await page.getByLabel('Target').fill('900,001,000');
  await checkScreen(anton);
  await page.getByRole('button', { name: 'Manage the balance' }).click();
  await page.getByText('The settings of USDC at borealis are in force.').waitFor();
  expect((await show()).active?.settings).toEqual(settings);
}

it('a proposal waits in the inbox, says what it costs and why, and becomes one transfer of the person', async () => {
  const { page } = olivia;
  await page.goto(`${desk.url}/console/managed-balances`);
  await page.getByText('No managed balance yet').waitFor();
  await checkScreen(olivia);
  await setByForm();
  await expect.poll(async () => (await show()).proposal?.amount, { timeout: PATIENCE_MS }).toBe('250.5');
  await page.goto(`${desk.url}/console/inbox`);
  await page.getByText('250.5 USDC from aurora to borealis').first().waitFor();
  await page.getByRole('link', { name: 'Proposal of a managed balance' }).click();
  const panel = page.getByRole('dialog', { name: 'USDC at borealis' });
  await panel.getByText('of at most 250.50').waitFor();
  await checkScreen(olivia);
  await panel.getByRole('button', { name: 'Carry it out' }).click();
  await page.getByText('is requested.').waitFor();
  const { content } = await api<{ content: { amount: string; fromVenue: string }[] }>(
    'GET',
    '/trade/v1/transfers',
  );
  expect(content).toMatchObject([{ amount: '250.5', fromVenue: 'aurora' }]);
  await expect.poll(async () => (await show()).proposal).toBe(null);
});

it('settings that somebody else has changed meanwhile are not overwritten, and what changes is said', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/managed-balances?id=borealis%2FUSDC`);
  await page.getByRole('link', { name: 'Change the settings' }).click();
  await page.getByText('Nothing is changed yet.').waitFor();
  await page.getByLabel('Daily cap').fill('100');
  await page.getByText('250.50 → 100').waitFor();
  await checkScreen(anton);
  await callAs(anton.page, 'PUT', PLACE, { ...settings, dailyCap: '200' });
  await page.getByRole('button', { name: 'Save the settings' }).click();
  await page.getByRole('alert').filter({ hasText: 'changed' }).waitFor();
  expect((await show()).active?.settings.dailyCap).toBe('200');
  await page.reload();
  await page.getByText('Nothing is changed yet.').waitFor();
  await page.getByLabel('Daily cap').fill('100');
  await page.getByLabel('Without a person').check();
  await page.getByText('200 → 100').waitFor();
  await page.getByRole('button', { name: 'Save the settings' }).click();
  await page.getByText('The settings of USDC at borealis wait for another admin.').waitFor();
  expect((await show()).active?.settings.dailyCap).toBe('200');
});

it('settings that act without a person are read as old → new, and are in force when a second admin has signed', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/managed-balances?id=borealis%2FUSDC`);
  await page.getByText('You have set them. Another admin confirms them.').waitFor();
  await olivia.page.goto(`${desk.url}/console/managed-balances?id=borealis%2FUSDC`);
  await olivia.page.getByText('200 → 100').waitFor();
  await checkScreen(olivia);
  await olivia.page.getByRole('button', { name: 'Confirm the settings' }).click();
  const question = olivia.page.getByRole('dialog').last();
  await question.getByText('It makes transfers without a person').waitFor();
  await question.getByText('Daily cap: 200 → 100.').waitFor();
  await checkScreen(olivia);
  await confirmByPasskey(olivia.page);
  await olivia.page.getByText('The settings of USDC at borealis are in force.').waitFor();
  expect((await show()).active?.settings.acts).toBe('ALONE');
});

it('the screen has no English left in German', async () => {
  const { page } = olivia;
  await callAs(page, 'PUT', '/auth/preferences', { language: 'de', timeZone: 'UTC' });
  await page.goto(`${desk.url}/console/managed-balances?id=borealis%2FUSDC`);
  await page.getByRole('heading', { level: 1, name: 'Geführte Bestände' }).waitFor();
  expect(await englishLeft(page)).toEqual([]);
});

it('an admin stops managing a balance, after a question that says what follows', async () => {
  const { page } = anton;
  await page.goto(`${desk.url}/console/managed-balances?id=borealis%2FUSDC`);
  await page.getByRole('button', { name: 'Stop managing' }).click();
  await page.getByText('its minimum does not protect it').waitFor();
  await checkScreen(anton);
  await page.getByRole('button', { name: 'Stop managing it' }).click();
  await page.getByText('USDC at borealis is not managed any more.').waitFor();
  await page.getByText('No managed balance yet').waitFor();
  expect(await page.getByRole('row').count()).toBe(0);
});
