import { sql, type ColumnType } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { DestinationDetails } from '../destinations/index.ts';
import type { DisbursementStatus } from '../schema.ts';
import type { Order } from './client.ts';

interface WithdrawalTable {
  number: string;
  body: ColumnType<Order | null, string | null>;
  asked_at: Date | null;
  ended_at: Date | null;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    disbursement_withdrawal: WithdrawalTable;
  }
}

const ORDER: Order = {
  reference: 'disbursement:1',
  asset: { code: 'USDT' },
  amount: '10.5',
  venue: 'aurora',
  blockchainDestination: { network: 'TRON', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
};

/** For those that the trading service is to pay. */
export const insertWithdrawals = statement([[1]], (db, numbers: readonly number[]) =>
  db
    .insertInto('disbursement_withdrawal')
    .columns(['number'])
    .expression(sql`select unnest(${numbers}::bigint[])`),
);

export interface OpenWithdrawal {
  readonly number: number;
  readonly tenant: string;
  readonly currency: string;
  readonly amount: string;
  readonly status: DisbursementStatus;
  readonly details: DestinationDetails;
  readonly body: Order | null;
  readonly asked_at: Date | null;
}

/** The oldest first. */
export const selectOpen = statement([0, 500], (db, after: number, limit: number) =>
  db
    .selectFrom('disbursement_withdrawal')
    .innerJoin('disbursement', 'disbursement.number', 'disbursement_withdrawal.number')
    .innerJoin('disbursement_destination', 'disbursement_destination.id', 'disbursement.destination_id')
    .select([
      sql<number>`disbursement.number::float8`.as('number'),
      'disbursement.tenant',
      'disbursement.currency',
      'disbursement.amount',
      'disbursement.status',
      'disbursement_destination.details',
      'disbursement_withdrawal.body',
      'disbursement_withdrawal.asked_at',
    ])
    .where('disbursement_withdrawal.ended_at', 'is', null)
    .where('disbursement_withdrawal.number', '>', String(after))
    .orderBy('disbursement_withdrawal.number')
    .limit(limit),
);

/** Before it is asked: the request that every repeat has, and when. */
export const noteAsked = statement([1, ORDER, new Date(0)], (db, number: number, body: Order, at: Date) =>
  db
    .updateTable('disbursement_withdrawal')
    .set({ body: sql<never>`coalesce(body, ${JSON.stringify(body)}::jsonb)`, asked_at: at })
    .where('number', '=', String(number))
    .where('ended_at', 'is', null)
    .returning('body'),
);

export const updateWithdrawal = statement(
  [1, { asked_at: null, ended_at: new Date(0) }],
  (db, number: number, change: { readonly asked_at?: null; readonly ended_at?: Date }) =>
    db.updateTable('disbursement_withdrawal').set(change).where('number', '=', String(number)),
);
