import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { Place } from '../decide.ts';

export interface ReadingRow {
  tenant: string;
  venue: string;
  asset: string;
  available: string;
  held: string;
  read_at: Date;
  before_available: string | null;
  before_held: string | null;
  before_at: Date | null;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    managed_reading: ReadingRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TENANT = 'acme';
const TIME = new Date(0);
const PLACE: Place = { venue: 'aurora', asset: 'USDC' };

export type NewReading = Pick<ReadingRow, 'tenant' | 'venue' | 'asset' | 'available' | 'held' | 'read_at'>;
const READING: NewReading = { tenant: TENANT, ...PLACE, available: '1', held: '1', read_at: TIME };

const keptUnless = (
  apart: Date,
  name: 'available' | 'held' | 'read_at',
  before: 'before_available' | 'before_held' | 'before_at',
) =>
  sql<never>`case when managed_reading.read_at <= ${apart} then managed_reading.${sql.ref(name)} else managed_reading.${sql.ref(before)} end`;

/** What was read before stays as the earlier one, unless the two are of almost one time. */
export const upsertReadings = statement([[READING], TIME], (db, rows: readonly NewReading[], apart: Date) =>
  db
    .insertInto('managed_reading')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue', 'asset']).doUpdateSet((excluded) => ({
        before_available: keptUnless(apart, 'available', 'before_available'),
        before_held: keptUnless(apart, 'held', 'before_held'),
        before_at: keptUnless(apart, 'read_at', 'before_at'),
        available: excluded.ref('excluded.available'),
        held: excluded.ref('excluded.held'),
        read_at: excluded.ref('excluded.read_at'),
      })),
    ),
);

export const selectReadings = statement([TENANT], (db, tenant: string) =>
  db.selectFrom('managed_reading').selectAll().where('tenant', '=', tenant),
);

const SOON = sql`('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')`;

/** Confirmed proposals that have become nothing yet. */
const isBare = sql<boolean>`not exists (select from withdrawal where proposal_id = managed_proposal.id)
  and not exists (select from conversion where proposal_id = managed_proposal.id)`;

/** Which proposals count beside what was made: those confirmed, with or without the open ones, but one. */
export interface Counted {
  readonly withOpen: boolean;
  readonly except: string | null;
}

const COUNTED: Counted = { withOpen: true, except: ID };

const counts = ({ withOpen, except }: Counted) =>
  sql<boolean>`(status = 'CONFIRMED' and ${isBare} ${withOpen ? sql`or status = 'OPEN'` : sql``})
    and managed_proposal.id is distinct from ${except}::uuid`;

interface UnderWay {
  readonly venue: string;
  readonly asset: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly doubt: string | null;
}

/** By place: what is under way or promised, and what ended since a time, which a reading may not show yet. */
export const selectUnderWay = statement(
  [TENANT, TIME, COUNTED],
  (db, tenant: string, since: Date, counted: Counted) =>
    db
      .selectFrom(
        sql<UnderWay>`(
          select venue, asset, 0 as incoming, amount + coalesce(fee, 0) as outgoing, null as doubt
            from withdrawal where tenant = ${tenant} and (status in ${SOON} or status = 'COMPLETED' and updated_at > ${since})
          union all
          select to_venue, withdrawal.asset, withdrawal.amount, 0,
              case when reason is not null or deposit.state = 'rejected' then 'a transfer to it needs a person.' end
            from withdrawal left join transfer_match on withdrawal_id = withdrawal.id
            left join deposit on deposit.id = deposit_id
            where withdrawal.tenant = ${tenant} and to_venue is not null
              and (withdrawal.status in ${SOON} or withdrawal.status = 'COMPLETED')
              and (deposit.state is distinct from 'credited' or deposit.updated_at > ${since})
          union all
          select venue, asset, 0, 0, 'a conversion of it is under way, or has just ended.'
            from conversion, unnest(venues) venue, unnest(path) asset
            where tenant = ${tenant} and (status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL')
              or status in ('COMPLETED', 'CANCELLED', 'FAILED') and updated_at > ${since})
          union all
          select from_venue, from_asset, 0, gives, null from managed_proposal
            where tenant = ${tenant} and ${counts(counted)}
          union all
          select to_venue, to_asset, gets, 0, null from managed_proposal
            where tenant = ${tenant} and ${counts(counted)}
        )`.as('under_way'),
      )
      .select([
        'venue',
        'asset',
        sql<string>`sum(incoming)`.as('incoming'),
        sql<string>`sum(outgoing)`.as('outgoing'),
        sql<string | null>`max(doubt)`.as('doubt'),
      ])
      .groupBy(['venue', 'asset']),
);

interface MoveRow {
  readonly from_venue: string;
  readonly from_asset: string;
  readonly to_venue: string;
  readonly to_asset: string;
}

/** What moved, or may still move, between places since a time, by whomever it was requested. */
export const selectMoves = statement(
  [TENANT, TIME, COUNTED],
  (db, tenant: string, since: Date, counted: Counted) =>
    db
      .selectFrom(
        sql<MoveRow>`(
          select venue as from_venue, asset as from_asset, to_venue, asset as to_asset from withdrawal
            where tenant = ${tenant} and to_venue is not null and created_at > ${since}
              and (status in ${SOON} or status = 'COMPLETED')
          union all
          select venue, from_asset, venue, to_asset from conversion, unnest(venues) venue
            where tenant = ${tenant} and created_at > ${since} and status not in ('SIMULATED', 'FAILED', 'CANCELLED')
          union all
          select from_venue, from_asset, to_venue, to_asset from managed_proposal
            where tenant = ${tenant} and ${counts(counted)}
        )`.as('moved'),
      )
      .select(['from_venue', 'from_asset', 'to_venue', 'to_asset'])
      .distinct(),
);

/** What was confirmed since a time and did not fail, by balance. */
export const sumMoved = statement(
  [TENANT, TIME, ID],
  (db, tenant: string, since: Date, except: string | null) =>
    db
      .selectFrom('managed_claim')
      .select(['venue', 'asset', sql<string>`sum(amount)`.as('moved')])
      .where('tenant', '=', tenant)
      .where('made_at', '>', since)
      .where(sql<boolean>`proposal_id is distinct from ${except}::uuid`)
      .where(
        sql<boolean>`not exists (select from withdrawal where proposal_id = managed_claim.proposal_id
        and status in ('FAILED', 'CANCELLED')) and not exists (select from conversion
        where proposal_id = managed_claim.proposal_id and status in ('FAILED', 'CANCELLED'))`,
      )
      .groupBy(['venue', 'asset']),
);
