import { Type, type Static } from 'typebox';
import { TravelRuleQuestion } from '../../platform/personal-data/index.ts';
import { CAPABILITIES } from './capabilities.ts';
import { CAUSES } from './port/index.ts';

const closed = { additionalProperties: false };

const text = (description: string, example: string) => Type.String({ description, examples: [example] });

const SwitchState = (what: string) =>
  Type.Enum(['live', 'simulate', 'off'], {
    description: `${what}: \`live\` sends to the venue, \`simulate\` checks everything and sends nothing, \`off\` refuses.`,
    examples: ['live'],
  });

const trading = SwitchState('Orders');
const withdrawals = SwitchState('Withdrawals');

const Account = Type.Object(
  {
    code: text('The account.', 'MAIN'),
    makerFee: text('Fraction of the traded value: 0.0008 is eight basis points.', '0.0008'),
    takerFee: text('Fraction of the traded value.', '0.0010'),
    feeIn: Type.Enum(['counter', 'received'], {
      description: 'The asset that a fee is charged in: always the counter asset, or the asset received.',
      examples: ['counter'],
    }),
  },
  { title: 'VenueAccount' },
);

const TradedSymbol = Type.Object(
  {
    code: text('BASE-COUNTER.', 'BTC-USDT'),
    tickSize: text('Prices are multiples of it.', '0.01'),
    lotSize: text('Quantities are multiples of it.', '0.00001'),
    minSize: text('The smallest quantity.', '0.0001'),
    minNotional: text('The smallest quantity times limit price, in the counter asset; 0 without one.', '5'),
  },
  { title: 'VenueSymbol' },
);

const Network = Type.Object(
  {
    code: text('The network.', 'ETHEREUM'),
    addressFormat: Type.Enum(['bitcoin', 'evm', 'solana', 'xrpl', 'tron', 'alias'], {
      description: 'Which rules an address must keep; `alias` is the name of a bank account.',
      examples: ['evm'],
    }),
    tag: Type.Enum(['required', 'optional', 'none'], {
      description: 'Whether a destination has a tag beside its address.',
      examples: ['none'],
    }),
    withdrawalFee: Type.Union([Type.String(), Type.Null()], {
      description:
        'What the venue charges for a withdrawal beside what the payee receives, in the asset; null where it does not say it before.',
      examples: ['1'],
    }),
    refusal: Type.Union([Type.String(), Type.Null()], {
      description: 'Why withdrawals over it are refused, and what to do; null where they are not.',
      examples: [null],
    }),
  },
  { title: 'VenueNetwork' },
);

const Asset = Type.Object(
  {
    code: text('The asset.', 'USDT'),
    precision: Type.Integer({ description: 'Decimals that a withdrawal may have.', examples: [6] }),
    minWithdrawal: text('The smallest withdrawal.', '10'),
    networks: Type.Array(Network, { description: 'On which it can be withdrawn.' }),
  },
  { title: 'VenueAsset' },
);

export const VenueView = Type.Object(
  {
    code: text('The code by which requests name the venue.', 'aurora'),
    name: text('The name for people.', 'Aurora Exchange'),
    trading,
    withdrawals,
    live: Type.Boolean({
      description:
        'Whether it answered when it was last asked. While it does not, the rest is what it said last.',
      examples: [true],
    }),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it is not live; null while it is, and before it was first asked.',
      examples: [null],
    }),
    cause: Type.Union([Type.Enum([...CAUSES, 'other']), Type.Null()], {
      description: [
        'The kind of the reason; null where that is.',
        '`unreachable`: no connection or no answer. `key`: the key is wrong or lacks a permission.',
        '`address`: the venue bans the address of this machine, or the key does not allow it.',
        '`clock`: the clocks differ too much. `limit`: too many requests. `outage`: the venue is out of service.',
      ].join(' '),
      examples: [null],
    }),
    capabilities: Type.Array(Type.Enum([...CAPABILITIES]), {
      description: 'What can be done at the venue through this service.',
      examples: [['balances', 'withdrawals']],
    }),
    accounts: Type.Array(Account, { description: 'Our accounts there, with their fees.' }),
    symbols: Type.Array(TradedSymbol, { description: 'What it trades.' }),
    assets: Type.Array(Asset, { description: 'What it holds and pays out.' }),
    travelRule: Type.Array(TravelRuleQuestion, {
      description:
        'What it asks about who receives a withdrawal; empty where it asks nothing or nothing is known.',
    }),
  },
  { title: 'Venue' },
);

export const VenueCode = Type.Object(
  { code: Type.String({ description: 'The code of the venue.', maxLength: 255, examples: ['aurora'] }) },
  closed,
);

export const CounterpartyQuery = Type.Object(
  {
    q: Type.Optional(
      Type.String({ description: 'A part of the name.', maxLength: 128, minLength: 0, examples: ['krak'] }),
    ),
  },
  closed,
);

export const Counterparties = Type.Object(
  {
    counterparties: Type.Array(
      Type.Object({
        id: text('What the venue calls it: for `wallet.provider.ids` of `travelRule`.', 'KRAKEN'),
        name: text('The name for people.', 'Kraken'),
      }),
      { description: 'By name, at most 50.' },
    ),
    total: Type.Integer({ description: 'How many have such a name.', examples: [1] }),
    askedAt: Type.String({
      format: 'date-time',
      description: 'When the venue listed them. The list is kept for an hour.',
      examples: ['2026-01-31T12:05:00.000Z'],
    }),
  },
  { title: 'Counterparties' },
);

export const SwitchChange = Type.Object(
  { trading: Type.Optional(trading), withdrawals: Type.Optional(withdrawals) },
  { ...closed, title: 'VenueSwitchChange' },
);

export const BalanceQuery = Type.Object(
  {
    aggregate: Type.Optional(
      Type.Boolean({
        description: 'One row for each asset over all venues, with `venue` null.',
        default: false,
        examples: [false],
      }),
    ),
    nonZeroBalanceOnly: Type.Optional(
      Type.Boolean({ description: 'Leave out rows without any amount.', default: false, examples: [true] }),
    ),
    asset: Type.Optional(
      Type.String({ description: 'Only this asset.', minLength: 1, maxLength: 32, examples: ['USDT'] }),
    ),
    venue: Type.Optional(
      Type.String({ description: 'Only this venue.', minLength: 1, maxLength: 255, examples: ['aurora'] }),
    ),
  },
  closed,
);

export type BalanceQuery = Static<typeof BalanceQuery>;

export const BalanceRow = Type.Object(
  {
    asset: text('The asset.', 'USDT'),
    venue: Type.Union([Type.String(), Type.Null()], {
      description: 'The venue; null in an aggregate.',
      examples: ['aurora'],
    }),
    total: text('What the venue holds for us: available, locked and withdrawing together.', '2000000'),
    available: text('Free to use.', '1989500'),
    locked: text('Held by open orders.', '500'),
    withdrawing: text('Held by withdrawals on their way.', '10000'),
    depositing: text('Announced, and not yet credited.', '0'),
  },
  { title: 'BalanceRow' },
);
