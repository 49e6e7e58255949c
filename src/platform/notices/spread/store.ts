import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';

export interface TenantPartner {
  readonly tenant: string;
  readonly partner: string;
}

/** Partners of whom somebody can be reached, after a partner. */
export const selectReachablePartners = statement(
  [['EMAIL'], { tenant: '', partner: '' }, 100],
  (db, channels: readonly string[], after: TenantPartner, limit: number) =>
    db
      .selectFrom('credential')
      .select(['tenant', sql<string>`partner_uid`.as('partner')])
      .distinct()
      .where('kind', '=', 'person')
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`(tenant, partner_uid) > (${after.tenant}, ${after.partner})`)
      .where(
        sql<boolean>`exists (
          select from notice_reach as reach
          where reach.person = credential.name and reach.channel = any(${channels}::text[]))`,
      )
      .orderBy('tenant')
      .orderBy('partner')
      .limit(limit),
);
