import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { ENTITY_TAG } from '../../platform/http/index.ts';
import { pageOf, pageQuery } from '../../platform/lists/index.ts';
import { positiveDecimal } from '../decimal.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const TIME = '2026-01-31T12:05:00.000Z';
const time = (description: string) => Type.String({ format: 'date-time', description, examples: [TIME] });
const timeOrNull = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), NULL], { description, examples: [null] });
const orNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), NULL], { description, examples: [example] });
const venue = plainText(255, { description: 'The venue.', examples: ['borealis'] });
const asset = plainText(32, { description: 'The asset code.', examples: ['USDC'] });

export const Source = Type.Object(
  {
    kind: Type.Enum(['TRANSFER', 'CONVERSION'], {
      description: 'TRANSFER: the same asset at another venue. CONVERSION: another asset at this venue.',
      examples: ['TRANSFER'],
    }),
    venue: Type.Optional(
      plainText(255, { description: 'With TRANSFER: the other venue.', examples: ['aurora'] }),
    ),
    network: Type.Optional(
      plainText(64, { description: 'With TRANSFER: the network.', examples: ['ETHEREUM'] }),
    ),
    asset: Type.Optional(
      plainText(32, { description: 'With CONVERSION: the other asset.', examples: ['USDT'] }),
    ),
    maxSlippageBps: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 1_000,
        description: 'With CONVERSION: how much worse than its quote it may trade, in basis points.',
        examples: [50],
      }),
    ),
  },
  {
    ...closed,
    title: 'ManagedBalanceSource',
    examples: [{ kind: 'TRANSFER', venue: 'aurora', network: 'ETHEREUM' }],
  },
);
export type Source = Static<typeof Source>;

export const Settings = Type.Object(
  {
    minimum: positiveDecimal({ description: 'Less than this is low.', examples: ['10000'] }),
    target: positiveDecimal({
      description: 'Proposals go to this: more than minimum, less than maximum.',
      examples: ['25000'],
    }),
    maximum: positiveDecimal({ description: 'More than this is high.', examples: ['100000'] }),
    dailyCap: positiveDecimal({
      description: 'The most that may be moved by it in 24 hours, in and out together.',
      examples: ['50000'],
    }),
    sources: Type.Array(Source, {
      maxItems: 10,
      description:
        'Where it comes from and where too much goes to, in this order. Without one, it only warns.',
    }),
    acts: Type.Enum(['PROPOSE', 'ALONE'], {
      description:
        'PROPOSE: a person confirms each proposal. ALONE: transfers that a rule of the policy for MANAGED_BALANCE allows are ' +
        'made without a person; two admins decide about such settings.',
      examples: ['PROPOSE'],
    }),
  },
  {
    ...closed,
    title: 'ManagedBalanceSettings',
    examples: [
      {
        minimum: '10000',
        target: '25000',
        maximum: '100000',
        dailyCap: '50000',
        sources: [{ kind: 'TRANSFER', venue: 'aurora', network: 'ETHEREUM' }],
        acts: 'PROPOSE',
      },
    ],
  },
);
export type Settings = Static<typeof Settings>;

export const PROPOSAL_STATUSES = ['OPEN', 'CONFIRMED', 'DISMISSED', 'EXPIRED', 'OBSOLETE'] as const;

export const Proposal = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: [ID] }),
    venue,
    asset: Type.Object({ code: asset }, { description: 'The managed asset.' }),
    kind: Source.properties.kind,
    direction: Type.Enum(['IN', 'OUT'], {
      description: 'IN: the balance is low. OUT: it is high.',
      examples: ['IN'],
    }),
    from: Type.Object({ venue, asset }, { description: 'Where it leaves.' }),
    to: Type.Object({ venue, asset }, { description: 'Where it arrives.' }),
    network: orNull('The network of a transfer.', 'ETHEREUM'),
    amount: Type.String({ description: 'Of the managed asset.', examples: ['15000'] }),
    gives: Type.String({
      description: 'The most that leaves of the first asset, with fees.',
      examples: ['15001'],
    }),
    gets: Type.String({ description: 'What is expected to arrive.', examples: ['15000'] }),
    maxSlippageBps: Type.Union([Type.Integer(), NULL], {
      description: 'The bound of a conversion.',
      examples: [null],
    }),
    fees: Type.Array(
      Type.Object({
        asset: Type.String({ examples: ['USDC'] }),
        amount: Type.String({ examples: ['1'] }),
      }),
      { description: 'What it costs, as announced or estimated.' },
    ),
    expectedSeconds: Type.Union([Type.Integer(), NULL], {
      description: 'The median of the last such transfers; null where there was none.',
      examples: [240],
    }),
    policy: Type.Union(
      [
        Type.Object({
          verdict: Type.Enum(['ALLOW', 'REQUIRE_APPROVALS', 'REFUSE'], { examples: ['ALLOW'] }),
          sentence: Type.String({
            description: 'The rule that decides.',
            examples: ['rule 1: asset USDC → allowed'],
          }),
        }),
        NULL,
      ],
      { description: 'What the policy would decide about the transfer now; null for conversions.' },
    ),
    status: Type.Enum([...PROPOSAL_STATUSES], {
      description: 'OBSOLETE: the balance has recovered, or its settings were changed.',
      examples: ['OPEN'],
    }),
    reason: Type.String({
      description: 'Why it was proposed.',
      examples: ['8000 is below the minimum of 10000.'],
    }),
    refusal: orNull('Why it could not be carried out, the last time that it was confirmed.', null),
    transferId: orNull('The transfer that it became.', null),
    conversionId: orNull('The conversion that it became.', null),
    confirmedBy: orNull('Who has confirmed it.', null),
    confirmedAt: timeOrNull('When.'),
    expiresAt: time('Until when it can be confirmed.'),
    createdAt: time('When it was proposed.'),
  },
  { title: 'BalanceProposal' },
);
export type Proposal = Static<typeof Proposal>;

const change = (description: string) =>
  Type.Union(
    [
      Type.Object({
        settings: Settings,
        by: Type.String({ description: 'Who has set it.', examples: ['ada'] }),
        at: time('When.'),
      }),
      NULL,
    ],
    { description },
  );

export const ManagedBalance = Type.Object(
  {
    venue,
    asset: Type.Object({ code: asset }, { description: 'The managed asset.' }),
    active: change('What is in force; null until the first settings are confirmed.'),
    pending: change('What waits for another admin.'),
    state: Type.Enum(['OK', 'LOW', 'HIGH', 'UNKNOWN'], {
      description: 'UNKNOWN: something that it depends on is not known; nothing is proposed.',
      examples: ['LOW'],
    }),
    level: orNull('What it holds, with what is on its way; null until it was read.', '8000'),
    reason: orNull('Why nothing is proposed.', null),
    lookedAt: timeOrNull('When that was found out.'),
    moved: Type.String({
      description: 'What counts toward the daily cap now.',
      examples: ['0'],
    }),
    proposal: Type.Union([Proposal, NULL], { description: 'The open proposal.' }),
    etag: ENTITY_TAG,
  },
  { title: 'ManagedBalance' },
);
export type ManagedBalance = Static<typeof ManagedBalance>;

export const ManagedBalances = Type.Array(ManagedBalance, { title: 'ManagedBalances' });
export const PlaceParams = Type.Object({ venue, asset });
export const ProposalId = Type.Object({
  id: Type.String({ format: 'uuid', description: 'The proposal.', examples: [ID] }),
});
export const ProposalQuery = Type.Object(
  {
    status: Type.Optional(
      Type.Enum([...PROPOSAL_STATUSES], { description: 'Only with this status.', examples: ['OPEN'] }),
    ),
    venue: Type.Optional(plainText(255, { description: 'Only of this venue.', examples: ['borealis'] })),
    asset: Type.Optional(plainText(32, { description: 'Only of this asset.', examples: ['USDC'] })),
    ...pageQuery,
  },
  closed,
);
export type ProposalQuery = Static<typeof ProposalQuery>;
export const ProposalPage = pageOf(Proposal, 'BalanceProposalPage');
