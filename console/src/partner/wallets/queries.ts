import { queryOptions } from '@tanstack/react-query';
import type { Reads } from '../viewed.ts';

export const walletsQuery = (reads: Reads) =>
  queryOptions({
    queryKey: ['wallets', reads.of, 'list'],
    queryFn: async ({ signal }) => (await reads.wallets.list({ signal })).accounts,
  });

export const statementQuery = (reads: Reads, account: string, month: string) =>
  queryOptions({
    queryKey: ['wallets', reads.of, 'one', account, 'statement', month],
    queryFn: ({ signal }) => reads.wallets.statement(account, month, { signal }),
  });
