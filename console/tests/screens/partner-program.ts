import type { Page } from 'playwright-core';
import { daysAgo } from '../testing/program.ts';
import { failReads, openFirst } from './acts.ts';
import type { Shot } from './face.ts';

/** The screens of managers before anyone changed anything. */
export const PROGRAM_EMPTY: readonly Shot[] = [
  ['proposals-empty', 'proposals'],
  ['api-clients-empty', 'api-clients'],
  ['program-webhooks-empty', 'webhooks'],
  ['program-webhook-new', 'webhooks/new'],
  ['disbursement-runs-empty', 'managed-disbursements/runs'],
  ['disbursement-runs-ask', 'managed-disbursements/runs', askDisbursements],
];

/** The screens of managers. */
export const PROGRAM: readonly Shot[] = [
  ['program', ''],
  ['program-fault', '', failReads('/api/manage/reports/performance/?*')],
  ['as-partner', '?as=demo-partner'],
  ['as-partner-clients', 'clients?as=demo-partner'],
  ['partners', 'partners'],
  ['partners-unmatched', 'partners?q=nobody'],
  ['partner', 'partners/demo-partner'],
  ['partner-empty', 'partners/new-partner'],
  ['partner-waiting', 'partners/P1003'],
  ['partner-suspend', 'partners/P1004', (page) => page.getByRole('button', { name: 'Suspend' }).click()],
  ['partner-account', 'partners/new-partner?add=account'],
  ['partner-missing', 'partners/nobody'],
  ['partner-new', 'partners/new'],
  ['crediting', 'crediting'],
  ['payout', 'crediting?kind=adjustments', openFirst],
  ['crediting-run', 'crediting/new'],
  ['crediting-preview', 'crediting/new', previewRun],
  ['crediting-ask', 'crediting/new', askRun],
  ['managed-disbursements', 'managed-disbursements'],
  ['managed-disbursements-all', 'managed-disbursements?status=ALL'],
  ['managed-disbursements-selected', 'managed-disbursements', selectAll],
  ['managed-disbursement-returned', 'managed-disbursements?status=RETURNED', openFirst],
  ['managed-disbursement', 'managed-disbursements', openFirst],
  ['managed-disbursement-settle', 'managed-disbursements?status=ACCEPTED', settleFirst],
  ['managed-disbursement-failed', 'managed-disbursements?status=FAILED', openFirst],
  ['disbursement-runs', 'managed-disbursements/runs'],
  ['disbursement-run', 'managed-disbursements/runs?id=1'],
  ['disbursement-destinations', 'managed-disbursements/destinations?status=ALL'],
  ['disbursement-destination', 'managed-disbursements/destinations', openFirst],
  ['disbursement-files', 'managed-disbursements/files'],
  ['disbursement-file', 'managed-disbursements/files', openFirst],
  ['disbursement-answers', 'managed-disbursements/answers'],
  ['disbursement-answer-line', 'managed-disbursements/answers', openFirst],
  ['disbursement-blocks', 'managed-disbursements/blocks'],
  ['facts', 'facts'],
  ['facts-unmatched', 'facts?kind=suspensions'],
  ['facts-batch', 'facts?kind=rates&id={sent}'],
  ['facts-void', 'facts?kind=rates&id={sent}', askVoid],
  ['facts-voided', 'facts?kind=rates&id={voided}'],
  ['facts-send', 'facts/new'],
  ['facts-mapping', 'facts/new?kind=rates', (page) => checkFile(page, MAPPED)],
  ['facts-faults', 'facts/new?kind=rates', (page) => checkFile(page, BAD)],
  ['facts-checked', 'facts/new?kind=rates', (page) => checkFile(page, GOOD)],
  ['facts-stored', 'facts/new?kind=rates', importFile],
  ['facts-unreadable', 'facts/new?kind=rates', (page) => checkFile(page, GOOD, 'rates.xlsx')],
  ['inbox', 'inbox'],
  ['proposals', 'proposals?status=ALL'],
  ['proposal', 'proposals?id={proposal}'],
  ['tariffs', 'tariffs'],
  ['tariffs-unmatched', 'tariffs?partner=nobody'],
  ['tariff', 'tariffs?partner=demo-partner', openFirst],
  ['tariff-new', 'tariffs/edit'],
  ['tariff-edit', 'tariffs?partner=demo-partner', editFirst],
  ['tariff-preview', 'tariffs/edit', previewTariff],
  ['tiers', 'tiers'],
  ['tier-levels', 'tiers/levels'],
  ['tier-level-new', 'tiers/levels/edit'],
  ['tier-change', 'tiers', openFirst],
  ['tier-change-new', 'tiers/new'],
  ['people', 'people'],
  ['notices', 'notices'],
  ['person', 'people?id=paula'],
  ['person-new', 'people/new?partner=demo-partner'],
  ['audit', 'audit'],
  ['audit-entry', 'audit', openFirst],
  ['audit-unmatched', 'audit?q=action%3Awithdrawal.*'],
  ['api-clients', 'api-clients'],
  ['api-client', 'api-clients', openFirst],
  ['api-client-new', 'api-clients/new'],
];

/** What a second manager decides. */
export const DECISIONS: readonly Shot[] = [
  ['disbursement-review', 'managed-disbursements?status=FAILED', openFirst],
  ['disbursement-run-approve', 'managed-disbursements/runs?id=1'],
  ['disbursement-run-step-up', 'managed-disbursements/runs?id=1', approveRun],
  ['program-waiting', ''],
  ['proposal-decide', 'proposals?id={proposal}'],
  ['proposal-step-up', 'proposals?id={proposal}', confirm],
];

async function selectAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select all that are shown' }).click();
}

async function settleFirst(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('button', { name: 'Record the outcome' }).click();
}

async function previewRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'See what it would credit' }).click();
  await page.getByRole('region', { name: 'It would credit' }).waitFor();
}

async function askRun(page: Page): Promise<void> {
  await previewRun(page);
  await page.getByRole('button', { name: 'Credit it' }).click();
}

async function askDisbursements(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Request the run' }).click();
}

async function approveRun(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve the run' }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
}

async function askVoid(page: Page): Promise<void> {
  await page.getByLabel('Reason, for the audit log').fill('Rates of the wrong day');
  await page.getByRole('button', { name: 'Void the batch' }).click();
}

const rates = (header: string, ...lines: string[]): string => `${[header, ...lines].join('\n')}\n`;
const GOOD = rates(
  'currency,rate_date,per_usd',
  `CHF,${daysAgo(3)},0.8812`,
  `CHF,${daysAgo(2)},0.8805`,
  `PLN,${daysAgo(2)},3.9421`,
);
const MAPPED = rates('Code,rate_date,Rate,Remark', `CHF,${daysAgo(3)},0.8812,closing`);
const BAD = rates(
  'currency,rate_date,per_usd',
  `CHF,${daysAgo(3)},0.8812`,
  `chf,${daysAgo(2)},0.8805`,
  'PLN,yesterday,3.9421',
  `PLN,${daysAgo(2)},-3.9421`,
  `SEK,${daysAgo(2)},`,
);

async function checkFile(page: Page, text: string, name = 'rates.csv'): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  await page.getByRole('button', { name: 'Check the file' }).click();
}

async function importFile(page: Page): Promise<void> {
  await checkFile(page, GOOD);
  await page.getByRole('button', { name: 'Import it' }).click();
  await page.getByText('The facts are stored.').waitFor();
}

async function editFirst(page: Page): Promise<void> {
  await openFirst(page);
  await page.getByRole('link', { name: 'Change it' }).click();
  await page.getByRole('textbox', { name: 'Level', exact: true }).waitFor();
}

/** A raise for every partner without a tariff of their own, so that the preview has many differences. */
async function previewTariff(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Account type' }).fill('standard');
  await page.getByRole('textbox', { name: 'Valid from' }).fill(daysAgo(90));
  await page.getByRole('combobox', { name: 'Reward size currency' }).fill('USD');
  await page.getByLabel('Reward size', { exact: true }).fill('8.25');
  await page.getByRole('button', { name: 'See what it would have paid' }).click();
  await page.getByRole('table', { name: /^Partners whose rewards would change/ }).waitFor();
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
}
