import type { Page } from 'playwright-core';
import { failReads, openMenu, openPalette } from './acts.ts';
import type { Shot } from './face.ts';

/** The screens of a partner. */
export const OWN: readonly Shot[] = [
  ['overview', ''],
  ['overview-year', '?period=12m'],
  ['overview-fault', '', failReads('/api/reports/performance/?*')],
  ['rewards', 'rewards'],
  ['rewards-day', 'rewards/days/{day}'],
  ['rewards-order', 'rewards/orders/{order}'],
  ['rewards-order-below', 'rewards/orders/{orderBelow}'],
  ['rewards-credited', 'rewards/credited/{credited}'],
  ['rewards-credited-below', 'rewards/credited/{creditedBelow}'],
  ['rewards-adjustment', 'rewards/credited/{adjustment}'],
  ['rewards-progress', 'rewards/progress/{compensation}'],
  ['rewards-missing', 'rewards/orders/real-1:1'],
  ['wallets', 'wallets'],
  ['wallet', 'wallets/700000'],
  ['wallet-missing', 'wallets/700001'],
  ['disbursements', 'disbursements'],
  ['disbursement-account', 'disbursements/accounts/700000'],
  ['disbursement-account-missing', 'disbursements/accounts/700001'],
  ['disbursement-bank', 'disbursements/accounts/700000', checkBankAccount],
  ['disbursement', 'disbursements/3'],
  ['disbursement-documents', 'disbursements/documents'],
  ['disbursement-documents-accept', 'disbursements/documents', acceptAgain],
  ['disbursement-missing', 'disbursements/999999'],
  ['clients', 'clients'],
  ['clients-unmatched', 'clients?q=nobody'],
  ['clients-fault', 'clients', failReads('/api/reports/clients/?*')],
  ['client', 'clients/{client}'],
  ['client-missing', 'clients/nobody'],
  ['client-check', 'clients', (page) => page.getByRole('button', { name: 'Is a client yours?' }).click()],
  ['shared-accounts', 'shared-accounts'],
  ['subpartners', 'subpartners'],
  ['subpartner', 'subpartners/P1002'],
  ['links', 'links'],
  ['link', 'links?id=ln1000'],
  ['link-new', 'links/new'],
  ['inbox', 'inbox'],
  ['rebates', 'rebates'],
  ['rebate-group', 'rebates/2'],
  ['rebate-run', 'rebates/2/runs/{rebated}'],
  ['rebate-group-new', 'rebates/new'],
  ['security', 'security'],
  ['palette', '', openPalette],
  ['menu', '', openMenu],
];

const YEAR = 'date_from={yearAgo}&date_to={today}';

/** Every report, grouped and not, with everything that opens beside it. */
export const REPORTS: readonly Shot[] = [
  ['reports', 'reports'],
  ['report-performance', 'reports/performance'],
  ['report-performance-countries', `reports/performance?${YEAR}&group_by=country&ordering=-reward_usd`],
  ['report-performance-groups', `reports/performance?${YEAR}&group_by=["month","country"]`],
  ['report-compared', 'reports/performance?compare=previous'],
  ['report-compared-countries', 'reports/performance?group_by=country&compare=previous&zeros=hidden'],
  ['report-two-groups', `reports/performance?${YEAR}&group_by=["country","client_platform"]`],
  ['report-ib-performance', `reports/ib_performance?${YEAR}&group_by=week`],
  ['report-ib-performance-links', `reports/ib_performance?${YEAR}&group_by=partner_code`],
  ['report-traffic-quality', 'reports/advanced_tqi?cohort={month}&group_by=country'],
  ['report-clients', 'reports/clients'],
  ['report-client-accounts', 'reports/client_accounts'],
  ['report-second-level-accounts', 'reports/second_level_accounts'],
  ['report-second-level-rewards', 'reports/second_level_rewards'],
  ['report-subpartners', 'reports/subpartners'],
  ['report-symbols', `reports/symbols?${YEAR}`],
  ['report-orders', 'reports/orders'],
  ['report-shared-accounts', 'reports/shared_accounts'],
  ['report-progress', 'reports/progress_reward'],
  ['report-progress-detail', 'reports/progress_reward_detail'],
  ['report-rewards', 'reports/rewards?kind=adjustment'],
  ['report-filtered', `reports/performance?${YEAR}&group_by=month&country=["ID","VN",""]&utm_source=google`],
  ['report-filters', 'reports/performance', (page) => openPanel(page, 'Filters')],
  ['report-columns', 'reports/performance', (page) => openPanel(page, 'Columns')],
  ['report-views', `reports/performance?${YEAR}&group_by=country`, saveView],
  ['report-view-mail', `reports/performance?${YEAR}&group_by=month`, mailView],
  ['report-empty', 'reports/orders?date_from=2001-01-01&date_to=2001-01-20'],
  ['report-refused', `reports/orders?${YEAR}`],
  ['report-missing', 'reports/nothing'],
];

/** What a partner sees who has nothing yet. */
export const EMPTY: readonly Shot[] = [
  ['overview-empty', '?as=new-partner'],
  ['rewards-empty', 'rewards?as=new-partner'],
  ['report-orders-empty', 'reports/orders?as=new-partner'],
  ['report-progress-detail-empty', 'reports/progress_reward_detail?as=new-partner'],
  ['wallets-empty', 'wallets?as=new-partner'],
  ['disbursements-empty', 'disbursements?as=new-partner'],
  ['disbursement-documents-empty', 'disbursements/documents?as=new-partner'],
  ['clients-empty', 'clients?as=new-partner'],
  ['links-empty', 'links?as=new-partner'],
  ['rebates-empty', 'rebates?as=new-partner'],
  ['shared-accounts-empty', 'shared-accounts?as=new-partner'],
  ['subpartners-empty', 'subpartners?as=new-partner'],
];

async function checkBankAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change the destination' }).click();
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Paula Sørensen-Łącka');
  await page.getByRole('textbox', { name: 'IBAN' }).fill('FR14 2004 1010 0505 0001 3M02 606');
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: 'Save it' }).waitFor();
}

async function acceptAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Accept it again' }).click();
}

async function openPanel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('dialog', { name }).waitFor();
}

async function saveView(page: Page): Promise<void> {
  await openPanel(page, 'Saved views');
  await page.getByRole('textbox', { name: 'Name' }).fill('A year by country');
  await page.getByRole('button', { name: 'Save what is shown' }).click();
  await page.getByText('Shown now').waitFor();
}

async function mailView(page: Page): Promise<void> {
  await openPanel(page, 'Saved views');
  await page.getByRole('button', { name: 'Get it by mail' }).first().click();
}
