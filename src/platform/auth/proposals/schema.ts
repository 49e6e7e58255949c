import { Type, type Static } from 'typebox';
import { pageOf, pageQuery } from '../../lists/index.ts';
import { STATUSES, type AccessProposalRow } from './store.ts';

const Time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const Name = Type.String({ examples: ['ada@example.com'] });

export const AccessProposal = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
    status: Type.Enum(STATUSES, {
      description: 'ANNOUNCED: made at the command line of the server, which needs no second admin.',
      examples: ['PROPOSED'],
    }),
    action: Type.String({ description: 'What is done to the account.', examples: ['person.invite'] }),
    account: Type.String({
      description: 'A login, or the name of a client.',
      examples: ['grace@example.com'],
    }),
    powers: Type.Array(Type.String(), {
      description: 'The grants that somebody gets who did not have them.',
      examples: [['approvals:edit']],
    }),
    details: Type.Object(
      {},
      { additionalProperties: true, examples: [{ roles: ['trading:approver'], partnerUid: null }] },
    ),
    proposedBy: Name,
    proposedAt: Time,
    endedBy: Type.Union([Name, Type.Null()], { description: 'Who confirmed, withdrew or refused it.' }),
    endedAt: Type.Union([Time, Type.Null()], { examples: [null] }),
    isOwn: Type.Boolean({
      description: 'Whether it counts as a proposal of the caller, who then cannot confirm it.',
      examples: [false],
    }),
  },
  { title: 'AccessProposal' },
);

export type AccessProposal = Static<typeof AccessProposal>;

export const AccessQuery = Type.Object(
  { ...pageQuery, status: Type.Optional(Type.Enum(STATUSES, { examples: ['PROPOSED'] })) },
  { additionalProperties: false },
);
export const AccessPage = pageOf(AccessProposal, 'AccessPage');

const WaitingChange = Type.Object(
  {
    proposal: AccessProposal,
    link: Type.Optional(
      Type.String({
        description: 'Of an invitation. It works once the change is confirmed, and is not shown again.',
        examples: [`https://trading.example.com/console/invitation#${'k'.repeat(43)}`],
      }),
    ),
    secret: Type.Optional(
      Type.String({
        description: 'Of a client. It works once the change is confirmed, and is not shown again.',
        examples: ['s'.repeat(43)],
      }),
    ),
  },
  { title: 'WaitingChange' },
);

/** The answer to a change that waits. */
export const WAITS = { description: 'It waits for a second admin.', schema: WaitingChange };

export const TAKES_TWO =
  'If it lets somebody move money, vote, decide who may or read personal data, it waits for a second admin: ' +
  'see `GET /auth/proposals`.';

export const toProposal = (row: AccessProposalRow, isOwn: boolean): AccessProposal => ({
  id: row.id,
  status: row.status,
  action: row.action,
  account: row.account,
  powers: row.powers,
  details: row.details,
  proposedBy: row.proposed_by,
  proposedAt: row.proposed_at.toISOString(),
  endedBy: row.ended_by,
  endedAt: row.ended_at?.toISOString() ?? null,
  isOwn,
});

/** The answer to the admin who asked for a change that waits. */
export const waiting = (proposal: AccessProposal, shown: { link?: string; secret?: string } = {}) => ({
  status: 202,
  body: { proposal, ...shown },
});
