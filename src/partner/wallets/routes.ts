import { endpoint, exactAnswer, type Endpoint } from '../../platform/http/index.ts';
import type { Facts } from '../facts/index.ts';
import { listAccounts } from './list.ts';
import { renameAccount } from './rename.ts';
import { AccountId, Rename, WalletAccounts, WalletAccountSchema } from './schema.ts';

const tag = 'Wallets';

export function walletEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/api/wallet/accounts/',
      operation: 'listWalletAccounts',
      tag,
      summary: "The partner's accounts, by number",
      scope: 'wallets:view',
      answers: { 200: { description: 'The accounts.', schema: WalletAccounts } },
      handle: async (context) => exactAnswer({ accounts: await listAccounts(context, facts) }),
    }),
    endpoint({
      method: 'PATCH',
      path: '/api/wallet/accounts/:account_id/',
      operation: 'renameWalletAccount',
      tag,
      summary: 'Give an account another name',
      scope: 'wallets:edit',
      params: AccountId,
      body: Rename,
      answers: { 200: { description: 'The account as it is now.', schema: WalletAccountSchema } },
      errors: ['not_found'],
      handle: async (context, { params, body }) =>
        exactAnswer(await renameAccount(context, facts, { ...params, ...body })),
    }),
  ];
}
