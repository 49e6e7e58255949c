import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';

interface BlockTable {
  tenant: string;
  partner_uid: string;
  reason: string;
  set_by: string;
  set_at: Date;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    disbursement_block: BlockTable;
  }
}

export type BlockRow = Readonly<BlockTable>;

const TENANT = 'acme';
const BLOCK: BlockRow = {
  tenant: TENANT,
  partner_uid: 'P1001',
  reason: 'Under review',
  set_by: 'grace',
  set_at: new Date(0),
};

export const selectBlocks = statement(
  [TENANT, ['P1001']],
  (db, tenant: string, partners: readonly string[]) =>
    db
      .selectFrom('disbursement_block')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('partner_uid', '=', sql<string>`any(${partners}::text[])`),
);

export const upsertBlock = statement([BLOCK], (db, block: BlockRow) =>
  db
    .insertInto('disbursement_block')
    .values(block)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'partner_uid'])
        .doUpdateSet({ reason: block.reason, set_by: block.set_by, set_at: block.set_at }),
    )
    .returningAll(),
);

/** Unless there is one. */
export const insertBlock = statement([BLOCK], (db, block: BlockRow) =>
  db
    .insertInto('disbursement_block')
    .values(block)
    .onConflict((conflict) => conflict.columns(['tenant', 'partner_uid']).doNothing()),
);

export const deleteBlock = statement([TENANT, 'P1001'], (db, tenant: string, partner: string) =>
  db
    .deleteFrom('disbursement_block')
    .where('tenant', '=', tenant)
    .where('partner_uid', '=', partner)
    .returningAll(),
);

/** Newest first. */
export const selectAllBlocks = statement(
  [TENANT, 100, 0],
  (db, tenant: string, limit: number, offset: number) =>
    db
      .selectFrom('disbursement_block')
      .select(['partner_uid', 'reason', 'set_by', 'set_at'])
      .where('tenant', '=', tenant)
      .orderBy('set_at', 'desc')
      .orderBy('partner_uid')
      .limit(limit)
      .offset(offset),
);

export const countBlocks = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('disbursement_block')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant),
);
