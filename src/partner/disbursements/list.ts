import type { Static } from 'typebox';
import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Disbursement, DISBURSEMENTS, DisbursementsQuery } from './schema.ts';
import { countDisbursements, selectDisbursement, selectDisbursements } from './store.ts';
import { toDisbursement } from './to-disbursement.ts';

/** One page, newest first. */
export async function listDisbursements(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0, ...query }: DisbursementsQuery,
): Promise<Static<typeof DISBURSEMENTS>> {
  const filter = {
    status: query.status ?? null,
    partner: query.partner_uid ?? null,
    account: query.account_id ?? null,
    run: query.run ?? null,
  };
  const { count } = await countDisbursements(db, tenant, filter).executeTakeFirstOrThrow();
  const rows = await selectDisbursements(db, tenant, filter, limit, offset).execute();
  return { disbursements: rows.map(toDisbursement), count };
}

/** Those of other partners are not found. */
export async function showDisbursement(
  { db, actor }: Context<Db>,
  number: number,
  partnerUid?: string,
): Promise<Disbursement> {
  const row = await selectDisbursement(db, actor.tenant, number).executeTakeFirst();
  if (!row || (partnerUid !== undefined && row.partner_uid !== partnerUid))
    throw new Problem('not_found', `There is no disbursement ${number}.`);
  return toDisbursement(row);
}
