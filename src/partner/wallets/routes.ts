import { Type } from 'typebox';
import {
  endpoint,
  exactAnswer,
  FILE_NAME_HEADER,
  type Endpoint,
  type EndpointAnswer,
} from '../../platform/http/index.ts';
import { preferred, XLSX } from '../requests/index.ts';
import { type Facts, factsContext } from '../facts/handle/index.ts';
import {
  balanceAt,
  listEntries,
  makeStatement,
  statementCsv,
  statementPdf,
  statementXlsx,
  type Statement,
} from './ledger/index.ts';
import { listAccounts } from './list.ts';
import { renameAccount } from './rename.ts';
import {
  AccountId,
  BalanceQuery,
  BalanceSchema,
  EntriesQuery,
  LedgerEntries,
  Rename,
  StatementParams,
  StatementQuery,
  StatementSchema,
  WalletAccounts,
  WalletAccountSchema,
} from './schema.ts';

const tag = 'Wallets';
const path = '/api/wallet/accounts/';
const CSV = 'text/csv';
const PDF = 'application/pdf';
const TYPES = { json: 'application/json', csv: CSV, pdf: PDF, xlsx: XLSX } as const;

export function walletEndpoints(facts: Facts): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path,
      operation: 'listWalletAccounts',
      tag,
      summary: "The partner's accounts, by number",
      scope: 'wallets:view',
      answers: { 200: { description: 'The accounts.', schema: WalletAccounts } },
      handle: async (context) => exactAnswer({ accounts: await listAccounts(factsContext(context, facts)) }),
    }),
    endpoint({
      method: 'PATCH',
      path: `${path}:account_id/`,
      operation: 'renameWalletAccount',
      tag,
      summary: 'Give an account another name',
      scope: 'wallets:edit',
      params: AccountId,
      body: Rename,
      answers: { 200: { description: 'The account as it is now.', schema: WalletAccountSchema } },
      errors: ['not_found'],
      handle: async (context, { params, body }) =>
        exactAnswer(await renameAccount(factsContext(context, facts), { ...params, ...body })),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:account_id/entries/`,
      operation: 'listWalletEntries',
      tag,
      summary: 'The ledger of an account, the newest entry first',
      description: 'Each entry has its reason and the balance after it.',
      scope: 'wallets:view',
      params: AccountId,
      query: EntriesQuery,
      answers: { 200: { description: 'A page of the ledger.', schema: LedgerEntries } },
      errors: ['not_found'],
      handle: async (context, { params, query }) =>
        exactAnswer(await listEntries(factsContext(context, facts), params.account_id, query)),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:account_id/balance/`,
      operation: 'showWalletBalance',
      tag,
      summary: 'The balance of an account at the end of a day',
      scope: 'wallets:view',
      params: AccountId,
      query: BalanceQuery,
      answers: { 200: { description: 'The balance.', schema: BalanceSchema } },
      errors: ['not_found'],
      handle: async (context, { params, query }) =>
        exactAnswer(await balanceAt(factsContext(context, facts), params.account_id, query.day)),
    }),
    endpoint({
      method: 'GET',
      waitsForWrites: true,
      readAs: 'partner',
      path: `${path}:account_id/statements/:month/`,
      operation: 'makeWalletStatement',
      tag,
      summary: 'The statement of an account for a month, as JSON, CSV, XLSX or PDF',
      description: 'Its lines add up from the opening to the closing balance.',
      scope: 'wallets:view',
      params: StatementParams,
      query: StatementQuery,
      answers: {
        200: {
          description: 'The statement.',
          schema: StatementSchema,
          contentType: TYPES.json,
          alsoAs: {
            [CSV]: Type.String({ examples: ['created,id,kind,reason,reference,amount,balance,currency'] }),
            [PDF]: Type.String({ format: 'binary', examples: ['%PDF-1.3'] }),
            [XLSX]: Type.String({ format: 'binary', examples: ['PK'] }),
          },
          headers: FILE_NAME_HEADER,
        },
      },
      errors: ['not_found', 'unprocessable'],
      handle: async (context, { params, query, headers }) => {
        const type = query.format ? TYPES[query.format] : preferred(headers.accept, Object.values(TYPES));
        const statement = await makeStatement(factsContext(context, facts), params.account_id, params.month);
        const { status, body, headers: own } = await answerAs(type, statement, context.clock.now());
        return { status, body, headers: { ...own, vary: 'accept', 'cache-control': 'private, no-cache' } };
      },
    }),
  ];
}

async function answerAs(type: string | undefined, statement: Statement, now: Date): Promise<EndpointAnswer> {
  const name = `statement-${statement.account.id.replaceAll(/[^\w-]/g, '-')}-${statement.month}`;
  const file = (contentType: string, extension: string, body: string | Buffer): EndpointAnswer => ({
    status: 200,
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}.${extension}"`,
    },
    body,
  });
  switch (type) {
    case CSV:
      return file(`${CSV}; charset=utf-8; header=present`, 'csv', statementCsv(statement));
    case XLSX:
      return file(XLSX, 'xlsx', await statementXlsx(statement));
    case PDF:
      return file(PDF, 'pdf', await statementPdf(statement, now));
    default:
      return exactAnswer(statement);
  }
}
