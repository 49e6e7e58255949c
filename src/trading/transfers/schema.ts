import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { cursorPageOf, cursorQuery } from '../../platform/lists/index.ts';
import { filterOptions } from '../../platform/lucene/index.ts';
import { TravelRule } from '../../platform/personal-data/index.ts';
import { positiveDecimal } from '../decimal.ts';
import { Deposit } from '../deposits/index.ts';
import { periodQuery } from '../period.ts';
import { WITHDRAWAL_STATUSES } from '../withdrawals/index.ts';
import { TRANSFER_STATUSES } from './status.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const TIME = '2026-01-31T12:05:00.000Z';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HASH = '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b';

const id = Type.String({ format: 'uuid', examples: [ID] });
const time = (description: string) => Type.String({ format: 'date-time', description, examples: [TIME] });
const orNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), NULL], { description, examples: [example] });
const reference = plainText(128, {
  description: 'Your reference. Withdrawals and transfers share them.',
  examples: ['rebalance-17'],
});
const assetCode = plainText(32, { description: 'The asset code.', examples: ['USDT'] });
const fromVenue = plainText(255, { description: 'The venue that sends.', examples: ['aurora'] });
const toVenue = plainText(255, { description: 'The venue that receives.', examples: ['borealis'] });
const network = plainText(64, { description: 'The network, known at both venues.', examples: ['ETHEREUM'] });

export const CreateTransfer = Type.Object(
  {
    reference,
    fromVenue,
    toVenue,
    asset: Type.Object({ code: assetCode }, { ...closed, description: 'The asset to move.' }),
    amount: positiveDecimal({
      description: "What arrives. The sending venue's fee is paid beside it.",
      examples: ['1250.50'],
    }),
    network,
    travelRule: Type.Optional(TravelRule),
  },
  {
    ...closed,
    title: 'CreateTransfer',
    examples: [
      {
        reference: 'rebalance-17',
        fromVenue: 'aurora',
        toVenue: 'borealis',
        asset: { code: 'USDC' },
        amount: '1250.50',
        network: 'ETHEREUM',
      },
    ],
  },
);
export type CreateTransfer = Static<typeof CreateTransfer>;

export const Transfer = Type.Object(
  {
    id: Type.String({
      format: 'uuid',
      description: 'Also the id of its withdrawal, on which people vote.',
      examples: [ID],
    }),
    reference,
    fromVenue,
    toVenue,
    asset: Type.Object({ code: assetCode }, { description: 'The asset that is moved.' }),
    amount: Type.String({ description: 'What arrives.', examples: ['1250.50'] }),
    blockchainDestination: Type.Object(
      {
        network,
        address: Type.String({ description: 'Ours at the venue that receives.', examples: [ADDRESS] }),
        tag: orNull('What is sent beside the address.', null),
      },
      { description: 'Where it goes.' },
    ),
    status: Type.Enum([...TRANSFER_STATUSES], {
      description:
        'APPROVAL_REQUESTED and PENDING: not sent yet. IN_FLIGHT: sent, and not credited at the other end. NEEDS_PERSON: the deposit that belongs to it is not known for certain, or was rejected. COMPLETED: credited at the other end.',
      examples: ['IN_FLIGHT'],
    }),
    withdrawal: Type.Object(
      {
        status: Type.Enum([...WITHDRAWAL_STATUSES], { examples: ['COMPLETED'] }),
        venueTransferId: orNull('Its id at the venue that sends.', 'wd-48213'),
        hash: orNull('The transaction.', HASH),
        internalTransferId: orNull('The number of a transfer within the books of the venue.', null),
        receivedAmount: orNull('What arrives, as the venue that sends reports it.', '1250.50'),
        fee: orNull('What the venue charges beside the amount, as announced.', '1'),
      },
      { description: 'The end that leaves.' },
    ),
    deposit: Type.Union(
      [
        Type.Object({
          id,
          status: Deposit.properties.status,
          hold: Deposit.properties.hold,
          amount: Type.String({ description: 'What arrived.', examples: ['1250.50'] }),
          venueTransferId: Type.String({ description: 'Its id at the venue.', examples: ['dep-48213'] }),
        }),
        NULL,
      ],
      { description: 'The end that arrives; null until it is known for certain.' },
    ),
    waitingReason: orNull('Why it does not progress.', null),
    createdAt: time('When it was requested.'),
    updatedAt: time('When it last changed.'),
  },
  { title: 'Transfer' },
);
export type Transfer = Static<typeof Transfer>;

export const TransferDetail = Type.Object(
  {
    ...Transfer.properties,
    candidates: Type.Array(Deposit, {
      description:
        'While the other end is not known: the deposits of the asset at the venue that receives since the request, that belong to no transfer; at most 20.',
    }),
  },
  { title: 'TransferDetail' },
);
export type TransferDetail = Static<typeof TransferDetail>;

export const TransferQuery = Type.Object(
  {
    asset: Type.Optional(plainText(32, { description: 'Only this asset.', examples: ['USDT'] })),
    fromVenue: Type.Optional(plainText(255, { description: 'Only from this venue.', examples: ['aurora'] })),
    toVenue: Type.Optional(plainText(255, { description: 'Only to this venue.', examples: ['borealis'] })),
    status: Type.Optional(
      Type.Enum([...TRANSFER_STATUSES], { description: 'Only this status.', examples: ['NEEDS_PERSON'] }),
    ),
    q: Type.Optional(
      Type.String(
        filterOptions(
          'A filter in the syntax of the classic Apache Lucene query parser over `reference` (searched by default), ' +
            '`id`, `status`, `tenantId`, `fromVenue`, `toVenue`, `asset`, `network`, `hash` (exact and case-sensitive), ' +
            '`amount` (compared as a number) and `createdAt` (a time). It applies together with the other filters.',
          'toVenue:borealis AND status:IN_FLIGHT',
        ),
      ),
    ),
    simulated: Type.Optional(
      Type.Boolean({
        default: true,
        description: '`false` leaves out what is SIMULATED, such as dry runs.',
        examples: [false],
      }),
    ),
    open: Type.Optional(
      Type.Boolean({ default: false, description: 'Only those that have not ended.', examples: [true] }),
    ),
    ...periodQuery,
    ...cursorQuery,
  },
  closed,
);
export type TransferQuery = Static<typeof TransferQuery>;

export const TransferPage = cursorPageOf(Transfer, 'TransferPage');
export const TransferId = Type.Object({ id });

export const TransferResolution = Type.Object(
  {
    depositId: Type.String({
      format: 'uuid',
      description: 'The deposit that the transfer became.',
      examples: [ID],
    }),
    comment: plainText(500, {
      description: 'How that was found out.',
      examples: ['Confirmed by the support of the venue.'],
    }),
  },
  { ...closed, title: 'TransferResolution' },
);
export type TransferResolution = Static<typeof TransferResolution>;

export const MoneyInFlight = Type.Array(
  Type.Object(
    {
      asset: Type.String({ description: 'The asset.', examples: ['USDT'] }),
      amount: Type.String({
        description: 'What was sent and is not credited at the other end.',
        examples: ['1250.50'],
      }),
      leaving: Type.String({
        description: 'The part of it that the sending venue may still show as withdrawing.',
        examples: ['0'],
      }),
      transfers: Type.Integer({ description: 'The number of transfers.', examples: [1] }),
    },
    { title: 'MoneyInFlightRow' },
  ),
  { title: 'MoneyInFlight' },
);
