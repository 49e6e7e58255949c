import { Big } from 'big.js';
import { getToken } from '../partners.ts';
import { ACCOUNTS, type Account } from './accounts.ts';
import { enter, saveDestination } from './load.ts';
import type { World } from './open.ts';

const MANAGER = ['disbursements:manage', 'program:view', 'program:edit'];

/** Brings the partners with their accounts, lets everybody sign in, and gives each account its first money. */
export async function begin(world: World): Promise<void> {
  await bring(world, 'partners', (each) => ({ partner_uid: each.uid }));
  await bring(world, 'partner-accounts', ({ id, uid, currency }) => ({
    partner_account: id,
    partner_uid: uid,
    currency,
    account_name: 'Main',
    opened_on: '2024-01-01',
  }));
  const { databaseUrl, url, trading, tokens } = world;
  const signIn = async (address: string, name: string, scopes: string[]): Promise<void> => {
    tokens.set(name, await getToken(databaseUrl, address, name, scopes));
  };
  for (const { uid } of ACCOUNTS)
    tokens.set(uid, await getToken(databaseUrl, url, 'partner', ['wallets:view', 'disbursements:edit'], uid));
  for (const manager of ['ada', 'grace', 'bank']) await signIn(url, manager, MANAGER);
  await signIn(url, 'payer', ['disbursements:confirm', 'program:view']);
  await signIn(trading, 'voter', ['approvals:edit', 'venue-transfer:view']);
  await Promise.all(
    ACCOUNTS.map(async (account) => {
      await enter(world, account, 'bonus', new Big(500));
      await saveDestination(world, account);
    }),
  );
}

async function bring(
  { group, url }: World,
  kind: string,
  rowOf: (account: Account) => object,
): Promise<void> {
  const answer = await group.send(url, kind, ACCOUNTS.map(rowOf));
  if (answer?.status !== 200) throw new Error(`${kind}: ${answer?.status} ${answer?.text}`);
}
