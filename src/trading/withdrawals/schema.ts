import { Type, type Static, type TSchema } from 'typebox';
import { filterOptions } from '../../platform/lucene/index.ts';
import { cursorPageOf, cursorQuery } from '../../platform/lists/index.ts';
import { plainText } from '../../kernel/index.ts';
import { TravelRule } from '../../platform/personal-data/index.ts';
import { positiveDecimal } from '../decimal.ts';
import { historyOf } from '../history/index.ts';
import { periodQuery } from '../period.ts';
import { Screening } from '../screening/index.ts';
import { recipient } from '../recipients/index.ts';
import { OBSTACLES } from './cannot-vote.ts';
import { STATUS_FILTER, STATUSES } from './status.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
/** An empty filter counts as none. */
const empty = { minLength: 0 };

const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HASH = '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b';

export const id = Type.String({ format: 'uuid', examples: [ID] });
export const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
export const code = plainText(32, { description: 'The asset code.', examples: ['USDT'] });
export const venue = plainText(255, { description: 'The venue code.', examples: ['aurora'] });
const amount = positiveDecimal({
  description: "What the payee receives. The venue's fee is paid beside it.",
  examples: ['1250.50'],
});
export const reference = plainText(128, {
  description: 'Your reference, unique for the withdrawal.',
  examples: ['payout-1001'],
});
const address = plainText(128, { examples: [ADDRESS] });
const network = plainText(64, { examples: ['ETHEREUM'] });
const tag = plainText(128, { examples: ['12345'] });
const alias = plainText(64, { description: 'The name of a saved destination.', examples: ['cold-wallet'] });
const bankAlias = plainText(64, {
  description: 'The name of a saved bank destination.',
  examples: ['main-account'],
});
const paymentText = plainText(140, {
  description: 'The payment text for the receiver.',
  examples: ['Invoice 7'],
});

/** Typed clients send what they do not use as null. */
const optional = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, NULL]));

export const CreateWithdrawal = Type.Object(
  {
    asset: Type.Object({ code }, { ...closed, description: 'The asset to withdraw.' }),
    amount,
    venue,
    reference,
    blockchainDestination: optional(
      Type.Object(
        {
          address: Type.Optional(address),
          network: Type.Optional(network),
          tag: Type.Optional(Type.Union([tag, NULL], { examples: ['12345'] })),
          alias: Type.Optional(alias),
        },
        { ...closed, description: 'Address and network, or the alias of a saved destination.' },
      ),
    ),
    fiatDestination: optional(
      Type.Object(
        { alias: bankAlias, reference: Type.Optional(paymentText) },
        { ...closed, description: 'A saved bank destination.' },
      ),
    ),
    travelRule: optional(TravelRule),
    leaveOutSurplus: optional(
      Type.Boolean({
        description:
          'With true, `travelRule` may say more than the venue asks: the venue is sent exactly what it asks, and one that asks nothing is sent nothing, and then nothing is kept. Otherwise surplus is refused.',
        examples: [false],
      }),
    ),
  },
  {
    title: 'CreateWithdrawal',
    description:
      'Exactly one of blockchainDestination and fiatDestination is given; the other is left out or null. `travelRule` says ' +
      'who receives it, where the venue asks; with the alias of a saved destination, what is saved with that counts, and without ' +
      'an answer what is saved with the same address.',
    ...closed,
    examples: [
      {
        asset: { code: 'USDT' },
        amount: '1250.50',
        venue: 'aurora',
        reference: 'payout-1001',
        blockchainDestination: { address: ADDRESS, network: 'ETHEREUM' },
      },
    ],
  },
);
export type CreateWithdrawal = Static<typeof CreateWithdrawal>;

export const status = Type.Enum([...STATUSES], { examples: ['COMPLETED'] });
export const orNull = (example: string | null) => Type.Union([Type.String(), NULL], { examples: [example] });

export const Withdrawal = Type.Object(
  {
    id,
    asset: Type.Object({ code }, { description: 'The asset to withdraw.' }),
    venue,
    status,
    amount: Type.String({ description: 'What the payee receives.', examples: ['1250.50'] }),
    blockchainDestination: Type.Union(
      [Type.Object({ address, network, tag: orNull(null), alias: orNull('cold-wallet') }), NULL],
      { description: 'The blockchain destination.' },
    ),
    fiatDestination: Type.Union([Type.Object({ alias: bankAlias, reference: orNull('Invoice 7') }), NULL], {
      examples: [null],
    }),
    reference,
    venueTransferId: orNull('wd-48213'),
    createdAt: time,
    updatedAt: time,
    blockchainMetadata: Type.Union([Type.Object({ hash: Type.String({ examples: [HASH] }) }), NULL], {
      description:
        'The transaction, as soon as the venue shows it; null for a transfer within its own books.',
    }),
    fiatMetadata: Type.Union(
      [
        Type.Object({
          reference: Type.String({ description: "The bank's reference.", examples: ['SEPA-48213'] }),
        }),
        NULL,
      ],
      { examples: [null] },
    ),
    failureMessage: orNull(null),
    fee: Type.Union([Type.String(), NULL], {
      description:
        'What the venue charges beside the amount, in the asset: as it announced it, and once sent, as the request reckoned with it. Amount and fee together leave the venue. Null where the venue does not say it before.',
      examples: ['1'],
    }),
    chargedFee: Type.Union([Type.String(), NULL], {
      description: 'What the venue says that it charged, once completed; null where it does not say.',
      examples: ['1'],
    }),
    receivedAmount: Type.Union([Type.String(), NULL], {
      description:
        'What the payee received, as the venue reports it, once completed. It differs from `amount` only where the venue charged another fee than it announced.',
      examples: ['1250.5'],
    }),
    internalTransferId: Type.Union([Type.String(), NULL], {
      description:
        "The venue's own number of a transfer within its own books, which has no transaction: then `blockchainMetadata` is null.",
      examples: [null],
    }),
    recipient,
  },
  { title: 'Withdrawal' },
);
export type Withdrawal = Static<typeof Withdrawal>;

/** The additional members of `expand=approvals`. */
const expansion = {
  requestedBy: Type.String({ description: 'The requester.', examples: ['desk'] }),
  approvals: Type.Object(
    {
      required: Type.Integer({ description: 'The number of approvals it needs.', examples: [2] }),
      votes: Type.Array(
        Type.Object({
          voter: Type.String({ examples: ['ada'] }),
          decision: Type.Enum(['APPROVE', 'REJECT'], { examples: ['APPROVE'] }),
          comment: orNull('Checked against the invoice.'),
          at: time,
        }),
        { description: 'Oldest first.' },
      ),
      expiresAt: Type.Union([time, NULL], {
        description: 'It is cancelled then without enough approvals. Null when it waits for none.',
        examples: ['2026-02-03T12:05:00.000Z'],
      }),
    },
    { description: 'The approvals it needs and has.' },
  ),
  decision: Type.Union(
    [
      Type.Object({
        policyVersion: Type.Union([Type.Integer(), NULL], {
          description: 'The version of the policy; null without one.',
          examples: [3],
        }),
        rule: Type.Union([Type.Integer(), NULL], {
          description: 'The number of the rule, from 1; null when none matched.',
          examples: [2],
        }),
        sentence: Type.String({ examples: ['rule 2: over 10,000 USDT in 24 h → 2 approvals'] }),
        destination: Type.Enum(['KNOWN', 'NEW'], {
          description:
            'KNOWN: it was a saved destination that a second person had confirmed. NEW: it was not.',
          examples: ['NEW'],
        }),
      }),
      NULL,
    ],
    { description: 'What the policy decided at creation; null for withdrawals older than this record.' },
  ),
  screening: Type.Union([Screening, NULL], {
    description:
      'The screening that the policy asked for, and its verdict; null where no rule asked for one.',
  }),
  waitingReason: Type.Union([Type.String(), NULL], {
    description: 'Why it does not progress.',
    examples: [null],
  }),
  needsPerson: Type.Boolean({
    description: 'Whether it waits until a person says what the venue has: see `resolveWithdrawal`.',
    examples: [false],
  }),
  cannotVote: Type.Union([Type.Enum([...OBSTACLES]), NULL], {
    description: [
      'Why you cannot vote on it; null where you can.',
      'CLOSED: it does not wait for votes. LATE: the time to vote has ended. OWN: you or a client of yours requested it.',
      'VOTED: you have voted. SCREENER: you or a client of yours answered for its screening. ENOUGH: it has its approvals.',
      'NOT_APPROVER: you lack the scope. OTHERS: the policy wants other people.',
    ].join(' '),
    examples: [null],
  }),
};

/** A withdrawal as it is read: the members of the expansion are present only when asked for. */
export const WithdrawalDetail = Type.Object(
  { ...Withdrawal.properties, ...Type.Partial(Type.Object(expansion)).properties },
  { title: 'WithdrawalDetail' },
);
export type WithdrawalDetail = Static<typeof WithdrawalDetail>;

export const Approval = Type.Object({ ...Withdrawal.properties, ...expansion }, { title: 'Approval' });
export type Approval = Static<typeof Approval>;
const expand = Type.Optional(
  Type.Enum(['approvals'], {
    description:
      'Adds `requestedBy`, `approvals`, `decision`, `screening`, `waitingReason`, `needsPerson` and `cannotVote`.',
    examples: ['approvals'],
  }),
);
export const ExpandQuery = Type.Object({ expand }, closed);

export const WithdrawalQuery = Type.Object(
  {
    asset: Type.Optional(plainText(32, { ...empty, description: 'Only this asset.', examples: ['USDT'] })),
    venue: Type.Optional(plainText(255, { ...empty, description: 'Only this venue.', examples: ['aurora'] })),
    status: Type.Optional(
      Type.Enum([...STATUS_FILTER], {
        description: 'Only this status. `PENDING_APPROVAL` means `APPROVAL_REQUESTED`.',
        examples: ['PENDING'],
      }),
    ),
    q: Type.Optional(
      Type.String(
        filterOptions(
          'A filter in the syntax of the classic Apache Lucene query parser over `reference` (searched by default), ' +
            '`id`, `status`, `tenantId`, `venue`, `asset`, `address`, `network`, `alias`, `requestedBy`, ' +
            '`venueTransferId` (exact and case-sensitive), `amount` (compared as a number), `createdAt` and ' +
            `\`updatedAt\` (times), \`screening\` (AWAITED, or the verdict). It applies together with the other filters.`,
          'asset:BTC AND amount:[0.5 TO *]',
        ),
      ),
    ),
    ...periodQuery,
    simulated: Type.Optional(
      Type.Boolean({
        default: true,
        description: '`false` leaves out what is SIMULATED, such as dry runs.',
        examples: [false],
      }),
    ),
    expand,
    ...cursorQuery,
  },
  closed,
);
export type WithdrawalQuery = Static<typeof WithdrawalQuery>;

export const WithdrawalPage = cursorPageOf(WithdrawalDetail, 'WithdrawalPage');

export const WithdrawalId = Type.Object({ id });

export const Resolution = Type.Object(
  {
    found: Type.Enum(['ACCEPTED', 'REFUSED', 'NOTHING', 'PAID'], {
      description:
        'ACCEPTED: the venue has it, under `venueTransferId`. REFUSED: the venue has refused it finally. ' +
        'NOTHING: the venue never received it and never will, so that it may be sent again. ' +
        'PAID: the venue holds it by its API and has paid it by `transaction`.',
      examples: ['ACCEPTED'],
    }),
    venueTransferId: Type.Optional(
      plainText(128, { description: 'With ACCEPTED: its id at the venue.', examples: ['wd-48213'] }),
    ),
    transaction: Type.Optional(
      plainText(256, {
        description: 'With PAID: the transaction on the blockchain.',
        examples: [`0x${'ab'.repeat(32)}`],
      }),
    ),
    comment: plainText(500, {
      description: 'Where and how it was looked up.',
      examples: ['Seen in the withdrawal history of the venue.'],
    }),
  },
  {
    title: 'Resolution',
    ...closed,
    examples: [
      {
        found: 'ACCEPTED',
        venueTransferId: 'wd-48213',
        comment: 'Seen in the withdrawal history of the venue.',
      },
    ],
  },
);
export type Resolution = Static<typeof Resolution>;

export const WithdrawalEvents = historyOf('Withdrawal', {
  actor: { kind: 'person', id: 'ada' },
  action: 'withdrawal.vote',
  status: 'PENDING',
  reason: 'rule 3: over 10,000 USDT in 24 h → 2 approvals',
  details: { decision: 'APPROVE' },
});
