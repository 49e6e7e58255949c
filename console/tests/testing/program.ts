import type { Partner } from '@quaestor/sdk';

const DAY_MS = 86_400_000;

/** A day of UTC some days ago, as `2026-01-31`. */
export const daysAgo = (count: number): string =>
  new Date(Date.now() - count * DAY_MS).toISOString().slice(0, 10);

/**
 * A partner with an account, a link and a client, who has traded nothing yet. Names begin with the prefix. The partner
 * can be below another one.
 */
export async function addPartner(
  program: Partner,
  prefix: string,
  parent?: string,
): Promise<{ uid: string; account: string }> {
  const [uid, account, link] = [`${prefix}-partner`, `${prefix}-account`, `${prefix}-link`];
  const at = '2024-01-02T00:00:00Z';
  await program.partners.create({
    partner_uid: uid,
    country: 'PT',
    ...(parent !== undefined && { parent_uid: parent }),
  });
  const opened = { partner_account: account, currency: 'USD', account_name: 'Main', opened_on: '2024-01-01' };
  await program.partners.createAccount(uid, opened);
  await program.partners.createLink(uid, { link_code: link, partner_account: account });
  const client = { client_uid: `${prefix}-client`, link_code: link, country: 'PT', platform: 'web' };
  await program.facts.send('clients', [{ ...client, registered_at: at }]);
  const trading = { client_account: `${prefix}-trades`, client_uid: client.client_uid, platform: 'mt5' };
  await program.facts.send('client-accounts', [{ ...trading, account_type: 'standard', opened_at: at }]);
  return { uid, account };
}

/** An order of the client of such a partner. */
export const anOrder = (prefix: string, ticket: number, day: string, lots: string) => ({
  server: prefix,
  ticket,
  client_account: `${prefix}-trades`,
  symbol: 'EURUSD',
  base_currency: 'EUR',
  opened_at: `${day}T08:00:00Z`,
  closed_at: `${day}T09:00:00Z`,
  volume_lots: lots,
  volume_mln_usd: '0.1',
});

/** What one lot earns by the tariff of the demo for the account type standard. */
export const USD_PER_LOT = '7.5';
