import type { Page } from 'playwright-core';
import { addDestinations } from '../testing/add-destinations.ts';
import { choose } from '../testing/confirm.ts';
import { failReads, openFirst, openMenu, openPalette } from './acts.ts';
import type { Face } from './face.ts';
import { breakAudit, fillDesk, loseOrders, stillMarkets } from './trading-desk.ts';

const MANY = 20_000;

export const trading: Face = {
  name: 'trading',
  roles: 'trading,worker',
  urlOf: ({ url }) => url,
  stages: [
    {
      prepare: async (desk) => {
        await stillMarkets(desk);
        return { invitation: new URL(desk.links.get('olivia') ?? '').hash };
      },
      shots: [
        ['sign-in', 'sign-in'],
        ['invitation', 'invitation{invitation}'],
      ],
    },
    {
      login: 'anton',
      shots: [
        ['overview-empty', ''],
        ['approvals-empty', 'approvals'],
        ['withdrawals-empty', 'withdrawals'],
        ['conversions-empty', 'conversions'],
        ['deposits-empty', 'deposits'],
        ['transfers-empty', 'transfers'],
        ['managed-balances-empty', 'managed-balances'],
        ['managed-balance-new', 'managed-balances/new'],
        ['exports-empty', 'exports'],
        ['webhooks-empty', 'webhooks'],
        ['destinations-empty', 'destinations'],
        ['jobs-empty', 'jobs'],
        ['inbox-empty', 'inbox'],
      ],
    },
    {
      login: 'anton',
      prepare: fillDesk,
      shots: [
        ['overview', ''],
        ['inbox', 'inbox'],
        ['approvals', 'approvals'],
        ['approvals-selected', 'approvals', selectAll],
        ['approval', 'approvals?id={waiting}'],
        ['step-up', 'approvals?id={waiting}', approve],
        ['withdrawals', 'withdrawals'],
        ['withdrawals-filter', 'withdrawals', typeFilter],
        ['withdrawals-unmatched', 'withdrawals?q=status%3AFAILED'],
        ['withdrawal', 'withdrawals/{paid}'],
        ['withdrawal-rejected', 'withdrawals/{rejected}'],
        ['withdrawal-stuck', 'withdrawals/{stuck}'],
        ['withdrawal-screening', 'withdrawals/{waiting}'],
        ['withdrawal-new', 'withdrawals/new'],
        ['withdrawal-batch', 'withdrawals/batch'],
        ['deposits', 'deposits'],
        ['deposit', 'deposits', openFirst],
        ['addresses', 'deposits/addresses'],
        ['address', 'deposits/addresses', openFirst],
        ['address-ask', 'deposits/addresses/ask'],
        ['transfers', 'transfers'],
        ['transfer', 'transfers/{arrived}'],
        ['transfer-lost', 'transfers/{lost}'],
        ['transfer-new', 'transfers/new'],
        ['managed-balances', 'managed-balances'],
        ['managed-balance', 'managed-balances', openFirst],
        ['managed-balance-pending', 'managed-balances?q=USDC', openFirst],
        ['managed-balance-edit', 'managed-balances/cumulus/SOL'],
        ['conversions-slippage', 'conversions/slippage'],
        ['conversions', 'conversions'],
        ['conversion', 'conversions/{converted}'],
        ['conversion-new', 'conversions/new'],
        ['market', 'market?symbol=BTC-USDT'],
        ['market-fees', 'market?symbol=ETH-USDT&type=VWAP&fees=yes'],
        ['venues', 'venues'],
        ['venue', 'venues/aurora'],
        ['policies', 'policies'],
        ['policies-edit', 'policies/edit'],
        ['destinations', 'destinations'],
        ['destination', 'destinations', openFirst],
        ['destination-new', 'destinations/new'],
        ['destination-recipient', 'destinations/new', sayRecipient],
        ['audit', 'audit'],
        ['audit-entry', 'audit', openFirst],
        ['exports', 'exports'],
        ['export-new', 'exports/new'],
        ['webhooks', 'webhooks'],
        ['notices', 'notices'],
        ['notices-room', 'notices', addRoom],
        ['webhook', 'webhooks/{webhook}'],
        ['webhook-delivery', 'webhooks/{webhook}', openFirst],
        ['webhook-new', 'webhooks/new'],
        ['people', 'people'],
        ['person', 'people?id=olivia'],
        ['person-new', 'people/new'],
        ['clients', 'clients'],
        ['client', 'clients?id=operator'],
        ['client-new', 'clients/new'],
        ['access', 'access?status=ALL'],
        ['jobs', 'jobs'],
        ['job', 'jobs', openFirst],
        ['security', 'security'],
        ['palette', '', openPalette],
        ['shortcuts', '', (page) => page.keyboard.press('Shift+?')],
        ['menu', '', openMenu],
        ['fault-filter', 'withdrawals?q=status%3A('],
        ['fault-missing', 'withdrawals/01890a5d-ac96-774b-bcce-b302099a8057'],
        ['fault-page', 'no-such-page'],
        ['fault-server', 'withdrawals', failReads('/trade/v1/venues/withdrawals?*')],
      ],
    },
    {
      login: 'olivia',
      shots: [
        ['approvals-others', 'approvals'],
        ['withdrawal-draft', 'withdrawals/new', draftWithdrawal],
        ['withdrawal-recipient', 'withdrawals/new', draftToOther],
        ['conversion-estimate', 'conversions/new', estimate],
      ],
    },
    {
      login: 'anton',
      prepare: loseOrders,
      shots: [
        ['conversion-lost', 'conversions/{lostOrder}', listTrades],
        ['conversion-found', 'conversions/{foundOrder}'],
      ],
    },
    {
      login: 'anton',
      prepare: async (desk) => {
        await Promise.all([
          addDestinations(desk, MANY),
          breakAudit(desk),
          desk.exchange('cumulus').goOffline(),
        ]);
      },
      shots: [
        ['venue-offline', 'venues/cumulus', (page) => page.getByText('Why it is not live').waitFor()],
        ['venues-offline', 'venues'],
        ['audit-broken', 'audit'],
        ['destinations-large', 'destinations'],
        ['destinations-large-end', 'destinations', (page) => page.keyboard.press('End')],
      ],
    },
  ],
};

function selectAll(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Select all' }).click();
}

async function approve(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm with a passkey' }).waitFor();
}

async function typeFilter(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Filter' }).click();
  await page.keyboard.type('status:');
  await page.getByRole('option').first().waitFor();
}

async function draftWithdrawal(page: Page): Promise<void> {
  await choose(page, 'From venue', 'Aurora Exchange');
  await choose(page, 'Asset', 'USDT');
  await page.getByLabel('Amount').fill('1250.50');
  await choose(page, 'Destination', 'cold-wallet (not confirmed)');
  await page.getByRole('button', { name: 'Check' }).click();
}

async function sayRecipient(page: Page): Promise<void> {
  await choose(page, 'Network', 'ETHEREUM');
  await page.getByLabel('Say who receives it').check();
  await sayCompany(page);
}

async function draftToOther(page: Page): Promise<void> {
  await choose(page, 'From venue', 'Borealis Markets');
  await choose(page, 'Asset', 'ETH');
  await page.getByText('New address', { exact: true }).click();
  await choose(page, 'Network', 'ETHEREUM');
  await sayCompany(page);
}

async function sayCompany(page: Page): Promise<void> {
  const group = page.getByRole('group', { name: 'Who receives it' });
  for (const answer of ['Somebody else’s', 'A company', 'A provider holds the keys'])
    await group.getByText(answer, { exact: true }).click();
}

async function addRoom(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a room' }).click();
}

async function estimate(page: Page): Promise<void> {
  await choose(page, 'Sell', 'BTC');
  await choose(page, 'Buy', 'USDT');
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.5');
  await page.getByRole('button', { name: 'Estimate' }).click();
  await page.getByRole('table', { name: 'First orders, BTC to USDT' }).waitFor();
}

async function listTrades(page: Page): Promise<void> {
  await page.getByLabel('These trades').check();
  await page.getByRole('button', { name: 'Add a trade' }).click();
  const trade = page.getByRole('group', { name: 'Trade 1' });
  await trade.getByLabel('Id at the venue').fill('T-815');
  await trade.getByLabel('Quantity').fill('0.75');
  await page.getByRole('button', { name: 'Say what it traded' }).click();
  await page.getByText('Give the asset').first().waitFor();
}
