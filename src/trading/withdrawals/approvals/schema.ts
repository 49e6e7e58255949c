import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { cursorPageOf, cursorQuery } from '../../../platform/lists/index.ts';
import { Approval, Withdrawal } from '../schema.ts';

const closed = { additionalProperties: false } as const;

export const ApprovalPage = cursorPageOf(Approval, 'ApprovalPage');
export const ApprovalQuery = Type.Object(cursorQuery, closed);
export type ApprovalQuery = Static<typeof ApprovalQuery>;

export const Vote = Type.Object(
  {
    decision: Type.Enum(['APPROVE', 'REJECT'], { examples: ['APPROVE'] }),
    comment: Type.Optional(plainText(500, { examples: ['Checked against the invoice.'] })),
  },
  { title: 'Vote', ...closed },
);
export type Vote = Static<typeof Vote>;

const ListedVote = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
    ...Vote.properties,
  },
  { title: 'ListedVote', ...closed },
);

export const Votes = Type.Object(
  { votes: Type.Array(ListedVote, { minItems: 1, maxItems: 100 }) },
  { title: 'Votes', ...closed },
);

export const VoteResults = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          id: Type.String({ examples: ['01890a5d-ac96-774b-bcce-b302099a8057'] }),
          withdrawal: Type.Optional(Withdrawal),
          code: Type.Optional(Type.String({ description: 'Of the problem.', examples: ['conflict'] })),
          detail: Type.Optional(
            Type.String({ examples: ['You have already voted; a vote cannot be changed.'] }),
          ),
          traceId: Type.Optional(
            Type.String({
              description: 'Of the problem: finds it in the logs.',
              examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
            }),
          ),
        },
        { title: 'VoteResult' },
      ),
    ),
  },
  { title: 'VoteResults' },
);
