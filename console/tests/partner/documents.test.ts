import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { confirmByPasskey } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { pdfTexts } from '../testing/pdf-text.ts';
import { rowsOf } from '../testing/rows.ts';

const { desk, visit } = await openDesk('partner,worker');
const [paula, mara] = await Promise.all([visit('paula'), visit('mara')]);
const own = partnerOf(paula, desk.partnerUrl).disbursements;
const program = partnerOf(mara, desk.partnerUrl).managedDisbursements;

const LIST = 'Invoices and credit notes';
const open = (page: Page, path: string) => page.goto(`${desk.partnerUrl}/console/${path}`);
const numbersOf = ({ documents }: { documents: readonly { number: string }[] }) =>
  documents.map(({ number }) => number);

async function download(page: Page, number: string) {
  const saving = page.waitForEvent('download');
  await page
    .getByRole('button', { name: `Download ${number} as PDF` })
    .first()
    .click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`${number}.pdf`);
  return pdfTexts(await readFile(await saved.path()));
}

it('a partner reads what was accepted, and gets every document as PDF', async () => {
  const { page } = paula;
  const { text, accepted } = await own.agreement();
  await open(page, 'disbursements');
  await page.getByRole('link', { name: 'Documents' }).click();
  await page.getByText(text, { exact: true }).waitFor();
  await page.getByText(accepted?.name ?? '', { exact: true }).waitFor();
  const numbers = numbersOf(await own.documents());
  expect(numbers.length).toBeGreaterThan(0);
  await expect.poll(() => rowsOf(page, LIST)).toEqual(numbers);
  await checkScreen(paula);
  const [newest = ''] = numbers;
  expect((await download(page, newest)).join(' ')).toContain(newest);
});

it('a partner accepts the agreement with other data, and reads at the field what is refused', async () => {
  const { page } = paula;
  await open(page, 'disbursements/documents');
  await page.getByRole('button', { name: 'Accept it again' }).click();
  await page.getByRole('textbox', { name: 'Full legal name' }).fill('Sørensen Media Lda');
  await page.getByLabel('You are').selectOption('A company');
  await page.getByRole('textbox', { name: 'Town' }).fill('Lisboa');
  const country = page.getByRole('textbox', { name: 'Country' });
  await country.fill('Portugal');
  await page.getByRole('textbox', { name: 'VAT id' }).fill('PT501234560');
  await page.getByRole('button', { name: 'Accept the agreement' }).click();
  await page.getByText('must be a country such as PT').waitFor();
  expect(await country.getAttribute('aria-invalid')).toBe('true');
  await checkScreen(paula);
  await country.fill('PT');
  await page.getByRole('button', { name: 'Accept the agreement' }).click();
  await page.getByText(/^The agreement is accepted until/).waitFor();
  await page.getByText('Sørensen Media Lda', { exact: true }).waitFor();
  expect((await own.agreement()).accepted).toMatchObject({
    name: 'Sørensen Media Lda',
    kind: 'company',
    address: { town: 'Lisboa', country: 'PT' },
    vat_id: 'PT501234560',
    accepted_by: 'paula',
  });
});

it('managers read after sealing which documents say nothing about VAT', async () => {
  const { page } = mara;
  const [approved] = (await program.list({ status: 'APPROVED' })).disbursements;
  const bank = (await program.banks()).banks.find(({ currency }) => currency === approved?.currency);
  await open(page, 'managed-disbursements/files');
  await page.getByLabel('Bank').selectOption(bank?.code ?? '');
  await page.getByRole('button', { name: 'Seal a file' }).click();
  await confirmByPasskey(page);
  await page.getByRole('status').getByText('selfBilling.treatments has none for PT, company').waitFor();
  const [invoice] = (await program.documents({ disbursement_number: approved?.number ?? 0 })).documents;
  expect(invoice).toMatchObject({ treatment: 'none', partner: { name: 'Sørensen Media Lda' } });
  await expect.poll(() => rowsOf(page, LIST)).toContain(invoice?.number);
  await checkScreen(mara);
});

it('who has accepted nothing finds the agreement from the account, and a manager cannot accept it', async () => {
  const { page } = mara;
  const [waiting] = (await program.destinations({ status: 'WAITING' })).destinations;
  await open(page, `disbursements/accounts/${waiting?.account_id}?as=${waiting?.partner_uid}`);
  await page.getByRole('note').getByRole('link', { name: 'Read and accept the agreement' }).waitFor();
  await checkScreen(mara);
  await page.getByRole('link', { name: 'Read and accept the agreement' }).click();
  await page.getByText('Not accepted yet').waitFor();
  await page.getByText('None yet. An invoice is issued').waitFor();
  expect(await page.getByRole('button', { name: 'Accept the agreement' }).count()).toBe(0);
  await checkScreen(mara);
});

it('where the program issues no documents, partners see nothing of them', async () => {
  const { page } = paula;
  const path = '**/api/partner/disbursements/agreement/';
  const problem = { code: 'not_found', status: 404, title: 'Not found', detail: 'There is none.' };
  await page.route(path, (route) =>
    route.fulfill({ status: 404, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  const asked = page.waitForResponse(path);
  await open(page, 'disbursements');
  await asked;
  await page.getByRole('table', { name: 'Your disbursements' }).waitFor();
  expect(await page.getByRole('link', { name: 'Documents' }).count()).toBe(0);
  await open(page, 'disbursements/documents');
  await page.getByText('The program issues no documents').waitFor();
  await page.unroute(path);
});

it('managers list the documents of all partners, and those of a disbursement beside it', async () => {
  const { page } = mara;
  const all = await program.documents();
  await open(page, 'managed-disbursements/files');
  await expect.poll(() => rowsOf(page, LIST)).toEqual(numbersOf(all));
  await checkScreen(mara);
  const note = all.documents.find(({ kind }) => kind === 'credit_note');
  await page.locator(`[data-row="${note?.number}"]`).getByRole('link').click();
  const panel = page.getByRole('dialog', { name: `Disbursement ${note?.disbursement_number}` });
  for (const number of [note?.number, note?.corrects?.number])
    await panel.locator(`[data-document="${number}"]`).waitFor();
  await checkScreen(mara);
  expect((await download(page, note?.number ?? '')).join(' ')).toContain(note?.corrects?.number);
});

it('a manager says by hand that a payment was made and that a part came back, which is credited', async () => {
  const { page } = mara;
  const [sent] = (await program.list({ status: 'ACCEPTED' })).disbursements;
  const number = sent?.number ?? 0;
  await open(page, `managed-disbursements?status=ALL&id=${number}`);
  const panel = page.getByRole('dialog', { name: `Disbursement ${number}` });
  await panel.getByRole('button', { name: 'Record the outcome' }).click();
  expect(await panel.getByLabel('What the bank shows').getByRole('option').allTextContents()).toEqual([
    'It is paid',
    'It was refused, and no money left',
  ]);
  await panel.getByRole('textbox', { name: 'Reason' }).fill('On the statement of the bank');
  await checkScreen(mara);
  await panel.getByRole('button', { name: 'Record it' }).click();
  await page.getByText(`Say that disbursement ${number} has the state: Paid.`).waitFor();
  await confirmByPasskey(page);
  await page.getByText(`Disbursement ${number} is paid.`).waitFor();
  expect(await program.get(number)).toMatchObject({ status: 'PAID', settled_by: 'mara' });

  await panel.getByRole('button', { name: 'Record the outcome' }).click();
  const returned = panel.getByRole('textbox', { name: 'What came back' });
  await returned.fill('999999');
  await panel.getByRole('textbox', { name: 'Reason' }).fill('The account is closed');
  await panel.getByRole('button', { name: 'Record it' }).click();
  await panel.getByText(/must be at most/).waitFor();
  expect(await returned.getAttribute('aria-invalid')).toBe('true');
  await checkScreen(mara);
  await returned.fill('1.25');
  await panel.getByRole('button', { name: 'Record it' }).click();
  await confirmByPasskey(page);
  await page.getByText(`Disbursement ${number} came back.`).waitFor();
  expect(await program.get(number)).toMatchObject({ status: 'RETURNED', returned_amount: '1.25' });
  const { documents } = await program.documents({ disbursement_number: number });
  expect(documents).toMatchObject([{ kind: 'credit_note', net: '1.25' }, { kind: 'invoice' }]);
  await panel.locator(`[data-document="${documents[0]?.number}"]`).waitFor();
  expect(await panel.getByRole('button', { name: 'Record the outcome' }).count()).toBe(0);
  await checkScreen(mara);

  await open(paula.page, `disbursements/${number}`);
  for (const document of documents)
    await paula.page.locator(`[data-document="${document.number}"]`).waitFor();
  await checkScreen(paula);
});
