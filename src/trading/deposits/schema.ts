import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { cursorPageOf, cursorQuery } from '../../platform/lists/index.ts';
import { filterOptions } from '../../platform/lucene/index.ts';
import { historyOf } from '../history/index.ts';
import { periodQuery } from '../period.ts';
import { HOLDS, STATUSES } from './state.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();
/** An empty filter counts as none. */
const empty = { minLength: 0 };

const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const HASH = '0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b';

const id = Type.String({ format: 'uuid', examples: [ID] });
const TIME = '2026-01-31T12:05:00.000Z';
const time = (description: string) => Type.String({ format: 'date-time', description, examples: [TIME] });
const timeOrNull = (description: string, example: string | null) =>
  Type.Union([Type.String({ format: 'date-time' }), NULL], { description, examples: [example] });
const orNull = (description: string, example: string | null) =>
  Type.Union([Type.String(), NULL], { description, examples: [example] });

export const Deposit = Type.Object(
  {
    id,
    asset: Type.Object(
      { code: Type.String({ description: 'The asset code.', examples: ['USDT'] }) },
      { description: 'The asset that arrived.' },
    ),
    venue: Type.String({ description: 'The venue code.', examples: ['aurora'] }),
    status: Type.Enum([...STATUSES], {
      description:
        'PENDING: not credited for good. COMPLETED: credited. FAILED: the venue has rejected it. A venue may take back what it had credited: then a COMPLETED one becomes PENDING or FAILED.',
      examples: ['COMPLETED'],
    }),
    hold: Type.Union([Type.Enum([...HOLDS]), NULL], {
      description:
        'Why one that is PENDING cannot be used. LOCKED: the venue has credited it and does not let it be withdrawn yet. NEEDS_INFORMATION: the venue waits for an answer of yours.',
      examples: [null],
    }),
    amount: Type.String({ description: 'What arrived, before a fee of the venue.', examples: ['1250.50'] }),
    fee: orNull('What the venue takes out of the amount; null where it does not say.', null),
    blockchainDestination: Type.Union(
      [
        Type.Object({
          address: orNull('Ours at the venue; null where the venue does not show it.', ADDRESS),
          network: orNull('Null where the venue does not name it.', 'ETHEREUM'),
          tag: orNull('The tag, memo or message beside the address.', null),
        }),
        NULL,
      ],
      { description: 'Where it arrived; null for a transfer within the books of the venue.' },
    ),
    blockchainMetadata: Type.Union([Type.Object({ hash: Type.String({ examples: [HASH] }) }), NULL], {
      description:
        'The transaction, as soon as the venue shows it; null for a transfer within its own books.',
    }),
    internalTransferId: orNull("The venue's own number of a transfer within its own books.", null),
    venueTransferId: Type.String({
      description: 'Its id at the venue. Where the venue has none, what tells it from other deposits.',
      examples: ['dep-48213'],
    }),
    venueStatus: Type.String({ description: 'The status in the word of the venue.', examples: ['credited'] }),
    waitingReason: orNull('Why it is not credited, where the status does not say it.', null),
    takenBackAt: timeOrNull('When the venue last took back that it had credited it.', null),
    createdAt: time('When the venue recorded it; when we saw it first, where the venue does not say.'),
    updatedAt: time('When it last changed here.'),
  },
  { title: 'Deposit' },
);
export type Deposit = Static<typeof Deposit>;

export const DepositQuery = Type.Object(
  {
    asset: Type.Optional(plainText(32, { ...empty, description: 'Only this asset.', examples: ['USDT'] })),
    venue: Type.Optional(plainText(255, { ...empty, description: 'Only this venue.', examples: ['aurora'] })),
    status: Type.Optional(
      Type.Enum([...STATUSES], { description: 'Only this status.', examples: ['PENDING'] }),
    ),
    q: Type.Optional(
      Type.String(
        filterOptions(
          'A filter in the syntax of the classic Apache Lucene query parser over `hash` (searched by default), ' +
            '`id`, `status`, `hold`, `tenantId`, `venue`, `asset`, `address`, `network`, `venueTransferId`, ' +
            '`venueStatus` (exact and case-sensitive), `amount` (compared as a number), `createdAt` and ' +
            '`updatedAt` (times). It applies together with the other filters.',
          'asset:BTC AND amount:[0.5 TO *]',
        ),
      ),
    ),
    ...periodQuery,
    ...cursorQuery,
  },
  closed,
);
export type DepositQuery = Static<typeof DepositQuery>;

export const DepositPage = cursorPageOf(Deposit, 'DepositPage');

export const DepositId = Type.Object({ id });

export const DepositEvents = historyOf('Deposit', {
  actor: { kind: 'system', id: 'deposit.poll' },
  action: 'deposit.observe',
  status: 'COMPLETED',
  reason: null,
  details: { from: 'PENDING' },
});

export const DepositSources = Type.Array(
  Type.Object(
    {
      venue: Type.String({ description: 'The venue code.', examples: ['aurora'] }),
      readTo: timeOrNull(
        'All that the venue had recorded by then is known; null before the first time.',
        TIME,
      ),
      reason: orNull('Why the last attempt to read failed; null when it did not.', null),
      missing: Type.Union(
        [
          Type.Object({
            from: time('The beginning of the period.'),
            to: time('The end of the period.'),
          }),
          NULL,
        ],
        {
          description: 'A period that could not be read, because the venue no longer listed it: look there.',
          examples: [null],
        },
      ),
    },
    { title: 'DepositSource' },
  ),
  { title: 'DepositSources' },
);
