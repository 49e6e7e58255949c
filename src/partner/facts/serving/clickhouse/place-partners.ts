import type { Session } from '../../../../platform/duckdb/index.ts';
import { PLACEMENTS } from './tables.ts';

/** Enough for trees of 2 to this power levels. Parents never form a circle; if they did, this would end the search. */
const MAX_DOUBLINGS = 24;

/**
 * Finds the shard of each partner by the partner at the top of its tree. Each step doubles the number of levels that
 * it goes up, until none gets higher.
 */
export async function placePartners(session: Pick<Session, 'run'>, shards: number): Promise<void> {
  await session.run(`
    create or replace temp table ${PLACEMENTS.name} as
    with recursive above(partner_no, partner_uid, top_uid, doublings) as (
      select partner_no, partner_uid, coalesce(parent_uid, partner_uid), 0 from partners
      union all
      select low.partner_no, low.partner_uid, high.top_uid, low.doublings + 1
      from above low join above high on high.partner_uid = low.top_uid
      where low.doublings < ${shards === 1 ? 0 : MAX_DOUBLINGS}
        and (select count(*) from above a join above b on b.partner_uid = a.top_uid where b.top_uid <> a.top_uid) > 0
    )
    select partner_no, partner_uid, (md5_number_lower(arg_max(top_uid, doublings)) % ${shards})::integer as shard
    from above group by partner_no, partner_uid`);
}
