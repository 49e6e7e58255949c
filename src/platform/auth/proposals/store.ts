import { sql } from 'kysely';
import type { JsonObject } from '../../audit/index.ts';
import { statement, type Db } from '../../postgres/index.ts';
import type { ServiceName } from '../scopes.ts';

export const STATUSES = ['PROPOSED', 'CONFIRMED', 'WITHDRAWN', 'REFUSED', 'ANNOUNCED'] as const;
export type ProposalStatus = (typeof STATUSES)[number];

export interface AccessProposalRow {
  id: string;
  tenant: string;
  /** Those whose admins see it. */
  services: ServiceName[];
  status: ProposalStatus;
  /** The command that makes the change. */
  action: string;
  account: string;
  input: JsonObject;
  details: JsonObject;
  /** The grants that somebody gets who did not have them. */
  powers: string[];
  proposed_by: string;
  proposed_at: Date;
  ended_by: string | null;
  ended_at: Date | null;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    access_proposal: AccessProposalRow;
  }
}

const TENANT = 'acme';
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const ROW: AccessProposalRow = {
  id: ID,
  tenant: TENANT,
  services: ['trading'],
  status: 'PROPOSED',
  action: 'person.invite',
  account: 'grace',
  input: {},
  details: {},
  powers: ['approvals:edit'],
  proposed_by: 'ada',
  proposed_at: TIME,
  ended_by: null,
  ended_at: null,
};

/** Inserts nothing if another change of the account waits. */
export const insertProposal = statement([ROW], (db, row: AccessProposalRow) =>
  db
    .insertInto('access_proposal')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
);

export const selectWaiting = statement(['grace'], (db, account: string) =>
  db
    .selectFrom('access_proposal')
    .select('proposed_by')
    .where('account', '=', account)
    .where('status', '=', 'PROPOSED'),
);

export const selectProposal = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('access_proposal').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

interface Place {
  readonly tenant: string;
  readonly service: ServiceName;
}

const PLACE: Place = { tenant: TENANT, service: 'trading' };

export const lockProposal = statement([PLACE, ID], (db, { tenant, service }: Place, id: string) =>
  db
    .selectFrom('access_proposal')
    .selectAll()
    .where('tenant', '=', tenant)
    .where(sql<boolean>`${service} = any(services)`)
    .where('id', '=', id)
    .forUpdate(),
);

export const endProposal = statement(
  [ID, { status: 'CONFIRMED', ended_by: 'grace', ended_at: TIME }],
  (db, id: string, end: { status: ProposalStatus; ended_by: string; ended_at: Date }) =>
    db
      .updateTable('access_proposal')
      .set(end)
      .where('id', '=', id)
      .where('status', '=', 'PROPOSED')
      .returningAll(),
);

const listed = (db: Db, { tenant, service }: Place, status: ProposalStatus | undefined) =>
  db
    .selectFrom('access_proposal')
    .where('tenant', '=', tenant)
    .where(sql<boolean>`${service} = any(services)`)
    .$if(status !== undefined, (rest) => rest.where('status', '=', status ?? 'PROPOSED'));

/** Newest first, each with whether anybody of these answers for it. */
export const selectProposals = statement(
  [PLACE, ['ada'], 'PROPOSED', 20, 0],
  (
    db,
    place: Place,
    people: readonly string[],
    status: ProposalStatus | undefined,
    limit: number,
    offset: number,
  ) =>
    listed(db, place, status)
      .selectAll()
      .select(sql<boolean>`accountable_for(proposed_by, proposed_at) && ${people}::text[]`.as('is_own'))
      .orderBy('proposed_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
);

export const countProposals = statement(
  [PLACE, 'PROPOSED'],
  (db, place: Place, status: ProposalStatus | undefined) =>
    listed(db, place, status).select(({ fn }) => fn.countAll<string>().as('total')),
);
