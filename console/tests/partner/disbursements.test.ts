import { readFile } from 'node:fs/promises';
import { Big } from 'big.js';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { cellsOf, rowsOf } from '../testing/rows.ts';

const { desk, visit } = await openDesk('partner,worker');
const [paula, mara, milan] = await Promise.all([visit('paula'), visit('mara'), visit('milan')]);
const own = partnerOf(paula, desk.partnerUrl).disbursements;
const program = partnerOf(mara, desk.partnerUrl).managedDisbursements;

const open = (page: Page, path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);
const digits = (text = '') => text.replaceAll(/[^\d.-]/g, '');
const payable = async () => {
  const found = (await own.balances()).balances.find(({ blocks }) => blocks.length === 0);
  if (!found) throw new Error('The demo partner has an account that can be paid out.');
  return found;
};
const waiting = async () =>
  (await own.destinations()).destinations.filter(({ status }) => status === 'WAITING');

/** What the bank got in an earlier file and said nothing about. */
const sentBefore = async () => {
  const { disbursements } = await program.list({ status: 'SENT' });
  const found = disbursements.findLast(({ file_number }) => file_number !== null);
  if (!found) throw new Error('The demo has a disbursement that is sent.');
  return found;
};

it('a partner sees what each account has, and every disbursement with its state', async () => {
  const { page } = paula;
  const { balances } = await own.balances();
  const { disbursements } = await own.list();
  await open(page, 'disbursements');
  await expect.poll(() => rowsOf(page, 'Accounts')).toEqual(balances.map(({ account_id }) => account_id));
  const shown = await cellsOf(page, 'Accounts');
  for (const name of ['available', 'held', 'reserved', 'paid', 'debt'] as const) {
    const header = name.charAt(0).toUpperCase() + name.slice(1);
    expect(shown.map((row) => digits(row[header]))).toEqual(balances.map((balance) => balance[name]));
  }
  await expect
    .poll(() => rowsOf(page, 'Your disbursements'))
    .toEqual(disbursements.map(({ number }) => String(number)));
  expect(new Set(disbursements.map(({ status }) => status))).toEqual(
    new Set(['REQUESTED', 'APPROVED', 'SEALED', 'SENT', 'ACCEPTED', 'PAID', 'CANCELLED']),
  );
  await checkScreen(paula);
});

it('a partner asks for what is available, follows it, and cancels it', async () => {
  const { page } = paula;
  const { account_id: account, available, currency } = await payable();
  await open(page, `disbursements/accounts/${account}`);
  const amount = page.getByRole('textbox', { name: 'Amount' });
  await amount.fill(new Big(available).plus('0.01').toFixed());
  await page.getByText('is available.').waitFor();
  expect(await page.getByRole('button', { name: 'Ask for it' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Max' }).click();
  await page.getByText(`0 ${currency} remain available.`).waitFor();
  await amount.fill('1.001');
  await page.getByRole('button', { name: 'Ask for it' }).click();
  await page.getByText('must have at most 2 decimals').waitFor();
  await amount.fill('12.30');
  await page.getByRole('table', { name: 'Earned and paid' }).waitFor();
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Ask for it' }).click();
  await page.getByRole('heading', { level: 1, name: /^Disbursement \d+$/ }).waitFor();
  const number = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect(await own.get(number)).toMatchObject({ status: 'REQUESTED', amount: '12.3' });
  expect((await payable()).available).toBe(new Big(available).minus('12.30').toFixed());
  await page.getByRole('list', { name: 'What happened' }).waitFor();

  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('Not now');
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Cancel the disbursement' }).click();
  await page.getByText('Not now').waitFor();
  expect(await own.get(number)).toMatchObject({ status: 'CANCELLED', reason: 'Not now' });
  expect((await payable()).available).toBe(available);
});

it('what an account earned and what was paid by month is what its ledger has', async () => {
  const { page } = paula;
  const { account_id: account } = await payable();
  await open(page, `disbursements/accounts/${account}`);
  await page.getByRole('img', { name: /earned and what was paid/ }).waitFor();
  const rows = await cellsOf(page, 'Earned and paid');
  const paid = rows.reduce((sum, row) => sum.plus(digits(row['Paid'])), new Big(0));
  expect(paid.toFixed()).toBe(new Big((await payable()).paid).toFixed());
  expect(rows).toHaveLength(6);
});

it('a bank account is checked before it is saved, and the name is shown as banks get it', async () => {
  const { page } = paula;
  const { account_id: account } = await payable();
  await open(page, `disbursements/accounts/${account}`);
  await page.getByRole('button', { name: 'Change the destination' }).click();
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Paula Sørensen-Łącka');
  const iban = page.getByRole('textbox', { name: 'IBAN' });
  await iban.fill('FR14 2004 1010 0505 0001 3M02 607');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('its length or its check digits are wrong').waitFor();
  expect(await iban.getAttribute('aria-invalid')).toBe('true');
  await checkScreen(paula);
  await iban.fill('FR14 2004 1010 0505 0001 3M02 606');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByText('Paula Sorensen-Lacka', { exact: true }).waitFor();
  expect(await waiting()).toEqual([]);
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Save it' }).click();
  await confirmByPasskey(page);
  await page.locator('[data-destination="WAITING"]').waitFor();
  expect(await waiting()).toMatchObject([{ account_id: account, iban: 'FR1420041010050500013M02606' }]);
});

it('a manager who looks at the partner sees its money and cannot ask for it', async () => {
  const { page } = mara;
  const { account_id: account } = await payable();
  await open(page, `disbursements/accounts/${account}?as=demo-partner`);
  await page.getByRole('table', { name: 'Earned and paid' }).waitFor();
  for (const name of ['Ask for it', 'Max', 'Change the destination'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
  await checkScreen(mara);
});

it('managers confirm and refuse bank accounts', async () => {
  const { page } = mara;
  const { destinations } = await program.destinations({ status: 'WAITING' });
  const [first, second] = destinations;
  if (!first || !second) throw new Error('The demo has one, and the partner saved another one.');
  await open(page, 'managed-disbursements/destinations');
  await expect.poll(() => rowsOf(page, 'Destinations')).toEqual(destinations.map(({ id }) => id));
  await checkScreen(mara);
  await page.locator(`[data-row="${second.id}"]`).click();
  await page.getByRole('button', { name: 'Confirm it' }).click();
  await confirmByPasskey(page);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.locator(`[data-row="${first.id}"]`).click();
  await page.getByRole('button', { name: 'Refuse it' }).click();
  await page.getByRole('textbox', { name: 'Reason' }).fill('The name differs.');
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Refuse the destination' }).click();
  await page.getByText('No destination waits').waitFor();
  const statusOf = new Map((await program.destinations()).destinations.map((each) => [each.id, each.status]));
  expect([statusOf.get(first.id), statusOf.get(second.id)]).toEqual(['REFUSED', 'CONFIRMED']);
});

it('managers see the exact sum of what they select, and who cannot be paid keeps all from it', async () => {
  const { page } = mara;
  const { disbursements } = await program.list({ status: 'REQUESTED' });
  await open(page, 'managed-disbursements');
  await expect
    .poll(() => rowsOf(page, 'Disbursements'))
    .toEqual(disbursements.map(({ number }) => String(number)));
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Select all that are shown' }).click();
  const sum = disbursements.reduce((all, { amount }) => all.plus(amount), new Big(0)).toFixed();
  await expect
    .poll(() => page.getByText(/^\d+ disbursements, together/).textContent())
    .toContain(`together ${sum} `);
  await checkScreen(mara);
  await page.getByRole('button', { name: /^Approve all/ }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('is blocked: The yearly tax form');
  expect((await program.list({ status: 'REQUESTED' })).count).toBe(disbursements.length);

  const free = disbursements.find(({ partner_uid }) => partner_uid === 'demo-partner');
  await page.locator(`[data-row="${free?.number}"]`).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve it' }).click();
  const shown = `${new Big(free?.amount ?? 0).toFixed(2)} ${free?.currency}`;
  await page.getByText(`Disbursement ${free?.number}: ${shown}`).waitFor();
  await checkScreen(mara);
  await confirmByPasskey(page);
  await page.getByRole('dialog').getByText('Approved', { exact: true }).first().waitFor();
  expect((await program.get(free?.number ?? 0)).status).toBe('APPROVED');
});

it('a file is sealed, fetched with the same bytes as by the API, and answered; what fits nothing is listed', async () => {
  const { page } = mara;
  const { banks } = await program.banks();
  await open(page, 'managed-disbursements/files');
  const [before] = (await program.files()).files;
  const bank = banks.find(({ code }) => code === before?.bank);
  await page.getByLabel('Bank').selectOption(bank?.code ?? '');
  await page.getByRole('button', { name: 'Seal a file' }).click();
  await confirmByPasskey(page);
  await page.getByRole('status').getByText('is sealed').waitFor();
  const [file] = (await program.files()).files;
  await page.locator(`[data-row="${file?.number}"]`).click();
  await page
    .getByRole('dialog')
    .getByText(file?.sha256 ?? '')
    .waitFor();
  await checkScreen(mara);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the file' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${file?.message_id}.xml`);
  const bytes = await readFile(await saved.path());
  const again = await new Response(await program.fetchFile(file?.number ?? 0)).arrayBuffer();
  expect(bytes.equals(Buffer.from(again))).toBe(true);
  await page.getByRole('dialog').getByText('Fetched', { exact: true }).waitFor();

  const entries = Array.from(
    bytes.toString().matchAll(/<EndToEndId>(.*?)<.*?<InstdAmt Ccy="(.*?)">(.*?)</gs),
    ([, id, currency, amount]) =>
      `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><NtryDtls><TxDtls>` +
      `<Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`,
  );
  const unknown = entries[0]
    ?.replace(/D\d{9}/, 'D999999999')
    .replace(/(?<=<Amt.*?>)[\d.]+/, (await sentBefore()).amount);
  const xml =
    `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Acct><Id><IBAN>${bank?.iban}` +
    `</IBAN></Id></Acct>${entries.join('')}${unknown}</Stmt></BkToCstmrStmt></Document>`;
  await open(page, 'managed-disbursements/answers');
  await page.getByLabel('Bank').selectOption(bank?.code ?? '');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'File' }).click();
  await (await choosing).setFiles({ name: 'statement.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
  await page.getByRole('button', { name: 'Import it' }).click();
  await confirmByPasskey(page);
  await page.getByText('1 record is for a person: see the list below.').waitFor();
  await checkScreen(mara);
  const { lines, count } = await program.unmatched();
  expect(count).toBe(2);
  await expect.poll(() => rowsOf(page, 'For a person')).toEqual(lines.map(({ id }) => id));
  const { disbursements } = await program.list({ status: 'PAID' });
  expect(disbursements.filter(({ file_number }) => file_number === file?.number)).toHaveLength(
    entries.length,
  );
});

it('a manager assigns a booking to the disbursement of the same amount, and dismisses another with a reason', async () => {
  const { page } = mara;
  const { number } = await sentBefore();
  const [fitting, other] = (await program.unmatched()).lines;
  await open(page, 'managed-disbursements/answers');
  await page.locator(`[data-row="${other?.id}"]`).click();
  const panel = page.getByRole('dialog', { name: 'Record of a bank' });
  await panel.getByRole('textbox', { name: 'Disbursement number' }).fill(String(number));
  await panel.getByRole('button', { name: 'Assign it' }).click();
  await panel
    .getByText(/must be of 48.20/)
    .first()
    .waitFor();
  await checkScreen(mara);
  await panel.getByRole('button', { name: 'Dismiss it' }).click();
  await panel.getByRole('textbox', { name: 'Reason' }).fill('A fee of the bank');
  await panel.getByRole('button', { name: 'Dismiss the record' }).click();
  await page.getByText('Dismissed. No disbursement was changed.').waitFor();
  await expect.poll(() => rowsOf(page, 'For a person')).toEqual([fitting?.id]);

  await page.locator(`[data-row="${fitting?.id}"]`).click();
  await panel.getByRole('textbox', { name: 'Disbursement number' }).fill(String(number));
  await panel.getByRole('button', { name: 'Assign it' }).click();
  await page.getByText(`Say that a booking of the bank is about disbursement ${number}.`).waitFor();
  await confirmByPasskey(page);
  await page.getByText(`Assigned. Disbursement ${number} has the state: Paid.`).waitFor();
  await page.getByText('No record waits for a person.').waitFor();
  expect((await program.get(number)).status).toBe('PAID');
  expect((await program.unmatched()).count).toBe(0);
});

it('a manager requests a run after its preview, and another one approves it; what is blocked is left', async () => {
  const { page } = mara;
  const { line_count: count, totals } = await program.previewRun();
  expect(count).toBeGreaterThan(1);
  const sums = totals.map(
    ({ amount, currency }) =>
      `${Number(amount).toLocaleString('en', { maximumFractionDigits: 2 })} ${currency}`,
  );
  await open(page, 'managed-disbursements/runs');
  await page.getByText(`${count} disbursements, together ${sums.join(', ')}.`).waitFor();
  await page.getByText('No run was made yet.').waitFor();
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Request the run' }).click();
  await page.getByText(`Request ${count} disbursements, together ${sums.join(', ')}?`).waitFor();
  await checkScreen(mara);
  await page.getByRole('button', { name: 'Request it' }).click();
  await page.getByText(/^Run 1 is requested/).waitFor();
  await page.getByText('No account has enough that can be disbursed now.').waitFor();
  await page.locator('[data-row="1"]').click();
  await page.getByText('You requested it. Another manager approves it.').waitFor();

  const { disbursements } = await program.list({ run: 1 });
  const blocked = disbursements.find(({ partner_uid }) => partner_uid !== 'demo-partner');
  await program.block(blocked?.partner_uid ?? '', 'Traffic under review');
  const left = count - disbursements.filter(({ partner_uid }) => partner_uid === blocked?.partner_uid).length;
  const rest = left === 1 ? '1 disbursement of ' : `${left} disbursements, together `;
  await open(milan.page, 'managed-disbursements/runs?id=1');
  await milan.page.getByRole('button', { name: 'Approve the run' }).click();
  await milan.page.getByText(`Approve run 1: ${rest}`).waitFor();
  await checkScreen(milan);
  await confirmByPasskey(milan.page);
  await milan.page.getByText(`Approved: ${rest}`).waitFor();
  await milan.page.getByText(`Disbursement ${blocked?.number}: the partner is blocked.`).waitFor();
  await checkScreen(milan);
  const statuses = new Map(
    (await program.list({ run: 1 })).disbursements.map((each) => [each.number, each.status]),
  );
  for (const { number } of disbursements)
    expect(statuses.get(number)).toBe(number === blocked?.number ? 'REQUESTED' : 'APPROVED');
  await program.unblock(blocked?.partner_uid ?? '');
});

it('what failed is reviewed by another manager than who said so', async () => {
  const [failed] = (await program.list({ status: 'FAILED' })).disbursements;
  const path = `managed-disbursements?status=FAILED&id=${failed?.number}`;
  await open(mara.page, path);
  await mara.page.getByText('You said so.').waitFor();
  expect(await mara.page.getByRole('button', { name: 'Review it' }).count()).toBe(0);
  await open(milan.page, path);
  await milan.page.getByText('mara said so.').waitFor();
  await checkScreen(milan);
  await milan.page.getByRole('button', { name: 'Review it' }).click();
  await milan.page.getByText(`Confirm that disbursement ${failed?.number} failed.`).waitFor();
  await confirmByPasskey(milan.page);
  await milan.page.getByText(`Disbursement ${failed?.number} is reviewed.`).waitFor();
  await milan.page.getByText('Reviewed by a second person').waitFor();
  expect(await program.get(failed?.number ?? 0)).toMatchObject({ settled_by: 'mara', reviewed_by: 'milan' });
});

it('a file that nobody has fetched is unsealed', async () => {
  const { page } = mara;
  const sealed = (await program.files()).files.find(({ fetched_at }) => fetched_at === null);
  await open(page, `managed-disbursements/files?id=${sealed?.number}`);
  await page.getByRole('button', { name: 'Unseal it' }).click();
  await page.getByRole('button', { name: 'Unseal', exact: true }).click();
  await page.getByRole('dialog').getByText('Unsealed', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Download the file' }).count()).toBe(0);
});

it('managers block a partner with a reason that the partner sees, and lift the block', async () => {
  const { page } = mara;
  await open(page, 'managed-disbursements/blocks');
  await page.getByRole('table', { name: 'Blocks' }).waitFor();
  await page.getByRole('textbox', { name: 'Partner UID' }).fill('nobody');
  await page.getByRole('textbox', { name: 'Reason' }).fill('Traffic under review');
  await page.getByRole('button', { name: 'Block the partner' }).click();
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('There is no partner nobody.');
  await page.getByRole('textbox', { name: 'Partner UID' }).fill('demo-partner');
  await page.getByRole('button', { name: 'Block the partner' }).click();
  await page.locator('[data-row="demo-partner"]').waitFor();
  await checkScreen(mara);
  const [account] = (await own.balances()).balances;
  await open(paula.page, `disbursements/accounts/${account?.account_id}`);
  await paula.page.getByText('Traffic under review. Ask your manager what is needed.').waitFor();
  await checkScreen(paula);
  await page.getByRole('button', { name: 'Lift the block of demo-partner' }).click();
  await page.locator('[data-row="demo-partner"]').waitFor({ state: 'detached' });
  expect((await program.blocks()).blocks.map(({ partner_uid }) => partner_uid)).not.toContain('demo-partner');
});
