import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { choose, confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';

const { desk, visit } = await openDesk('trading,partner,worker', '--demo-desk');
const [paula, mara, milan] = await Promise.all([visit('paula'), visit('mara'), visit('milan')]);
const own = partnerOf(paula, desk.partnerUrl).disbursements;

const COMPANY = 'Sørensen Referrals and Education International ApS';
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HIDDEN = 'The recipient is saved. You may not see who it is.';
const open = (page: Page, path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);
const groupOf = (page: Page) => page.getByRole('group', { name: 'Who receives it' });
const pick = (page: Page, label: string) => groupOf(page).getByText(label, { exact: true }).click();
const waiting = async () =>
  (await own.destinations()).destinations.filter(({ status }) => status === 'WAITING');
/** The account of the demo that is paid on chain. */
const account = async () => (await own.balances()).balances.find(({ currency }) => currency === 'USDC');

it('a partner says who receives at an address, by fields that apply, and reads it in sentences', async () => {
  const { page } = paula;
  await expect.poll(account, { timeout: 300_000 }).toBeDefined();
  await open(page, `disbursements/accounts/${(await account())?.account_id}`);
  await page.getByText('Paula Sørensen, a person.').waitFor({ timeout: 60_000 });
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Change the destination' }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill(WALLET);
  // For the venue, a partner is never the program itself.
  await groupOf(page).getByText('A company', { exact: true }).waitFor();
  expect(await groupOf(page).getByText('Our own').count()).toBe(0);
  await pick(page, 'A company');
  expect(await page.getByLabel('First name').count()).toBe(0);
  await pick(page, 'A provider holds the keys');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('This is required.').first().waitFor();
  await checkScreen(paula);
  await page.getByLabel('Name of the company').fill(COMPANY);
  await page.getByLabel('City').fill('Aarhus');
  await choose(page, 'Country of the recipient', 'Denmark');
  await choose(page, 'Purpose', 'Services');
  await page.getByLabel('Provider, as simulated calls it').fill('KTKR');
  await page.getByLabel('Name of the provider').fill('Kitakaze Coin');
  await page.getByLabel('I declare that these answers are true.').check();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText(`${COMPANY}, a company.`).waitFor();
  expect(await waiting()).toEqual([]);
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Save it' }).click();
  await page.getByText(/^Who receives it is confirmed with it/).waitFor();
  await confirmByPasskey(page);
  await page
    .locator('[data-destination="WAITING"]')
    .getByText('The wallet is held by Kitakaze Coin.')
    .waitFor();
  const [saved] = await waiting();
  expect(saved).toMatchObject({ wallet: WALLET, recipient: { hash: expect.any(String) as string } });
  expect((await own.recipient(saved?.recipient?.id ?? '')).travel_rule).toEqual({
    relation: 'THIRD_PARTY',
    party: { kind: 'LEGAL', companyName: COMPANY },
    address: { city: 'Aarhus', country: 'DK' },
    purpose: { code: 'SERVICES' },
    wallet: { kind: 'HOSTED', provider: { name: 'Kitakaze Coin', ids: { simulated: 'KTKR' } } },
    declared: true,
  });
});

it('a manager without the scope reads only that it was said, and who has it reads it and confirms it', async () => {
  for (const [visitor, said] of [
    [mara, HIDDEN],
    [milan, `${COMPANY}, a company.`],
  ] as const) {
    const { page } = visitor;
    await open(page, 'managed-disbursements/destinations');
    await page.getByText(WALLET.slice(0, 6)).first().click();
    await page.getByRole('dialog').getByText(said).waitFor();
    await checkScreen(visitor);
  }
  expect(await mara.page.getByText(COMPANY).count()).toBe(0);
  const { page } = mara;
  await open(page, `disbursements/accounts/${(await account())?.account_id}?as=demo-partner`);
  await page.getByText(HIDDEN).first().waitFor();
  await milan.page.getByRole('button', { name: 'Confirm it' }).click();
  await milan.page.getByText(/^Who receives it is confirmed with it/).waitFor();
  await confirmByPasskey(milan.page);
  await expect.poll(waiting).toEqual([]);
});
