import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { offsetQuery } from '../../platform/lists/index.ts';
import { TravelRuleQuestion } from '../../platform/personal-data/index.ts';
import { decimal } from '../requests/index.ts';

const closed = { additionalProperties: false } as const;
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });
const orNull = <S extends ReturnType<typeof Type.String>>(schema: S) => Type.Union([schema, Type.Null()]);
const count = Type.Integer({ minimum: 0, description: 'All that match.', examples: [1] });
const accountId = plainText(128, { description: 'The account.', examples: ['700100'] });
const partnerUid = plainText(64, { description: 'The partner.', examples: ['P1001'] });
const currency = Type.String({ examples: ['EUR'] });

export const STATUSES = [
  'REQUESTED',
  'APPROVED',
  'SEALED',
  'SENT',
  'ACCEPTED',
  'PAID',
  'RETURNED',
  'FAILED',
  'CANCELLED',
] as const;
export type DisbursementStatus = (typeof STATUSES)[number];

/** What webhooks get. */
export type DisbursementEvent =
  `disbursement.${'requested' | 'approved' | 'paid' | 'returned' | 'failed' | 'cancelled'}`;

const BLOCK = Type.Object(
  {
    code: Type.Enum(
      ['currency', 'no_destination', 'cooling_off', 'suspended', 'blocked', 'document_missing', 'debt'],
      {
        examples: ['no_destination'],
      },
    ),
    reason: Type.String({ examples: ['The account has no confirmed destination.'] }),
  },
  { title: 'DisbursementBlock' },
);
export type Block = Static<typeof BLOCK>;

export const BALANCES = Type.Object(
  {
    balances: Type.Array(
      Type.Object(
        {
          account_id: accountId,
          currency,
          balance: decimal('The sum of the ledger: what is held and what is cleared.', 1250.5),
          held: decimal('What is still to be cleared.', 100),
          reserved: decimal('What open disbursements and rebates reserve.', 30),
          available: decimal('What can be asked for, in whole minor units.', 1120.5),
          paid: decimal('What was disbursed and did not come back.', 0),
          debt: decimal('What later credits fill first.', 0),
          blocks: Type.Array(BLOCK, { description: 'Why nothing can be asked for now.' }),
        },
        { title: 'DisbursementBalance' },
      ),
    ),
  },
  { title: 'DisbursementBalances' },
);

export const NEW_DISBURSEMENT = Type.Object(
  {
    account_id: accountId,
    amount: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'What to disburse, an exact decimal; absent means all that is available.',
        examples: ['120.50'],
      }),
    ),
  },
  { ...closed, title: 'NewDisbursement' },
);
export type NewDisbursement = Static<typeof NEW_DISBURSEMENT>;

export const DISBURSEMENT = Type.Object(
  {
    number: Type.Integer({ minimum: 1, examples: [123] }),
    partner_uid: partnerUid,
    account_id: accountId,
    currency,
    amount: decimal('What leaves the account.', 120.5),
    status: Type.Enum(STATUSES, {
      description:
        'Reserved until PAID, when the ledger has its entry. RETURNED is PAID money that came back.',
      examples: ['REQUESTED'],
    }),
    requested_by: Type.String({ description: 'Who asked for it.', examples: ['paula@example.com'] }),
    requested_at: time('When.'),
    destination_id: orNull(
      Type.String({
        format: 'uuid',
        description: 'Where it goes; null until it is approved.',
        examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'],
      }),
    ),
    approved_by: orNull(Type.String({ description: 'Who approved it.', examples: ['grace@example.com'] })),
    approved_at: orNull(time('When.')),
    reason: orNull(
      Type.String({
        description: 'Why it failed, was cancelled, came back or needs another approval.',
        examples: ['AC04: the account is closed'],
      }),
    ),
    returned_amount: Type.Union([decimal('What came back.', 120.5), Type.Null()]),
    file_number: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The file that it was sent in.',
      examples: [7],
    }),
    run_number: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The run over all partners that asked for it.',
      examples: [3],
    }),
    settled_by: orNull(
      Type.String({
        description: 'Who said, by a file or by hand, what became of it.',
        examples: ['grace@example.com'],
      }),
    ),
    settled_at: orNull(time('When.')),
    reviewed_by: orNull(
      Type.String({
        description: 'Who else has seen that it failed or came back.',
        examples: ['ada@example.com'],
      }),
    ),
    reviewed_at: orNull(time('When.')),
    payment_reference: orNull(
      Type.String({
        description:
          'What the system that paid it calls the payment, or the hash of the transaction; null of what banks pay.',
        examples: ['PAYID-7XJ21'],
      }),
    ),
    updated_at: time('Of its last change.'),
  },
  { title: 'Disbursement' },
);
/** As it is kept for repeats of its request: its decimals are texts, which JSON does not change. */
export type Disbursement = Omit<Static<typeof DISBURSEMENT>, 'amount' | 'returned_amount'> & {
  readonly amount: string;
  readonly returned_amount: string | null;
};

/** Of destinations. */
export const KIND = Type.Enum(['bank', 'external', 'chain'], {
  description:
    '`bank`: a bank account. `external`: what another system pays. `chain`: an address on a chain.',
  examples: ['bank'],
});

export const MANAGED_DISBURSEMENT = Type.Object(
  {
    ...DISBURSEMENT.properties,
    destination: Type.Union(
      [
        Type.Object({
          kind: KIND,
          name: Type.String({
            description: 'The name as it is written into bank files, the way to pay, or the network.',
            examples: ['Jose Muller'],
          }),
          account: Type.String({
            description: 'The IBAN, the account at another system, or the address.',
            examples: ['DE89370400440532013000'],
          }),
        }),
        Type.Null(),
      ],
      { description: 'Where it goes; before the approval, where it would go now.' },
    ),
    paid_before: Type.Integer({
      minimum: 0,
      description: 'How many earlier ones were paid to the same destination.',
      examples: [3],
    }),
  },
  { title: 'ManagedDisbursement' },
);
export type ManagedDisbursement = Static<typeof MANAGED_DISBURSEMENT>;

export const MANAGED_DISBURSEMENTS = Type.Object(
  { disbursements: Type.Array(MANAGED_DISBURSEMENT), count },
  { title: 'ManagedDisbursements' },
);

export const DISBURSEMENTS = Type.Object(
  { disbursements: Type.Array(DISBURSEMENT), count },
  { title: 'Disbursements' },
);

const status = Type.Optional(
  Type.Enum(STATUSES, { description: 'Only with this status.', examples: ['REQUESTED'] }),
);

export const OWN_QUERY = Type.Object(
  { ...offsetQuery, status, account_id: Type.Optional(accountId) },
  closed,
);

export const OWN_DESTINATIONS_QUERY = Type.Object(offsetQuery, closed);

export const ALL_QUERY = Type.Object(
  {
    ...offsetQuery,
    status,
    account_id: Type.Optional(accountId),
    partner_uid: Type.Optional(partnerUid),
    run: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Only of this run over all partners.',
        examples: [3],
      }),
    ),
  },
  closed,
);
export type DisbursementsQuery = Static<typeof ALL_QUERY>;

const number = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'The disbursement.',
  examples: [123],
});
export const DISBURSEMENT_PARAMS = Type.Object({ number });
export const ACCOUNT_PARAMS = Type.Object({ account_id: accountId });

export const APPROVAL = Type.Object(
  {
    numbers: Type.Array(number, {
      minItems: 1,
      maxItems: 1000,
      uniqueItems: true,
      description: 'The disbursements; all of them are approved or none.',
      examples: [[123]],
    }),
  },
  { ...closed, title: 'DisbursementApproval' },
);

const reason = plainText(500, {
  description: 'Why; the partner sees it.',
  examples: ['Asked for by phone.'],
});

export const CANCELLATION = Type.Object({ reason }, { ...closed, title: 'DisbursementCancellation' });

export const SETTLEMENT = Type.Object(
  {
    outcome: Type.Enum(['PAID', 'FAILED', 'RETURNED'], {
      description:
        'PAID when the bank has booked it, FAILED when it refused it before, RETURNED when paid money came back.',
      examples: ['RETURNED'],
    }),
    returned_amount: Type.Optional(
      Type.String({
        maxLength: 40,
        description: 'RETURNED: what came back, an exact decimal; absent means all.',
        examples: ['120.50'],
      }),
    ),
    reason,
  },
  { ...closed, title: 'DisbursementSettlement' },
);
export type Settlement = Static<typeof SETTLEMENT>;

export const CONFIRMATION = Type.Object(
  {
    outcome: Type.Enum(['PAID', 'FAILED'], {
      description: 'FAILED only when it is certain that it is not and will not be paid.',
      examples: ['PAID'],
    }),
    amount: Type.String({
      maxLength: 40,
      description: 'The amount of the disbursement, an exact decimal.',
      examples: ['120.50'],
    }),
    currency: Type.String({ maxLength: 10, description: 'Its currency.', examples: ['EUR'] }),
    reference: plainText(140, {
      description: 'What your system calls the payment.',
      examples: ['PAYID-7XJ21'],
    }),
    reason: Type.Optional(
      plainText(500, {
        description: 'FAILED: why; the partner sees it.',
        examples: ['The account is closed.'],
      }),
    ),
  },
  { ...closed, title: 'DisbursementConfirmation' },
);
export type Confirmation = Static<typeof CONFIRMATION>;

export const METHODS = Type.Object(
  {
    methods: Type.Array(
      Type.Object(
        {
          code: Type.String({ description: 'By which a destination names it.', examples: ['paypal'] }),
          name: Type.String({ description: 'What people read.', examples: ['PayPal'] }),
          account: Type.String({ description: 'What people enter.', examples: ['E-mail address'] }),
        },
        { title: 'DisbursementMethod' },
      ),
    ),
    networks: Type.Array(
      Type.Object(
        {
          currency: Type.String({ description: 'Of the accounts that it pays.', examples: ['USDT'] }),
          network: Type.String({ description: 'By which a destination names it.', examples: ['TRON'] }),
          tag: Type.Enum(['none', 'optional', 'required'], { examples: ['none'] }),
          questions: Type.Union([Type.Array(TravelRuleQuestion), Type.Null()], {
            description:
              'What the venue that pays asks about who receives it, for `travel_rule` of the destination; empty where it asks nothing, null where that is not known now.',
          }),
        },
        { title: 'DisbursementNetwork' },
      ),
      { description: 'The chains on which accounts are paid.' },
    ),
  },
  { title: 'DisbursementMethods' },
);
