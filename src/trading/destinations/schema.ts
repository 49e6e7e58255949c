import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { TravelRule } from '../../platform/personal-data/index.ts';
import { recipient } from '../recipients/index.ts';

const alias = plainText(64, { description: 'Your unique name for it.', examples: ['cold-wallet'] });
const kind = Type.Enum(['blockchain', 'bank'], { examples: ['blockchain'] });
const network = plainText(64, { examples: ['ETHEREUM'] });
const address = plainText(128, { examples: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });
const tag = plainText(128, { examples: ['12345'] });
const account = plainText(64, {
  description: 'The name of the bank account at the venues.',
  examples: ['main-account'],
});

export const NewDestination = Type.Object(
  {
    alias,
    kind,
    network: Type.Optional(network),
    address: Type.Optional(address),
    tag: Type.Optional(Type.Union([tag, Type.Null()], { examples: ['12345'] })),
    account: Type.Optional(account),
    travelRule: Type.Optional(TravelRule),
  },
  {
    title: 'NewDestination',
    additionalProperties: false,
    examples: [
      {
        alias: 'cold-wallet',
        kind: 'blockchain',
        network: 'ETHEREUM',
        address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
      },
    ],
  },
);
export type NewDestination = Static<typeof NewDestination>;

export const CheckedDestination = Type.Object(
  {
    network,
    address,
    tag: Type.Optional(Type.Union([tag, Type.Null()], { examples: ['12345'] })),
    venue: Type.Optional(
      plainText(255, {
        description: 'Also check `travelRule` by what this venue asks.',
        examples: ['aurora'],
      }),
    ),
    travelRule: Type.Optional(TravelRule),
  },
  { title: 'CheckedDestination', additionalProperties: false },
);
export type CheckedDestination = Static<typeof CheckedDestination>;

export const DestinationCheck = Type.Object(
  {
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'What is wrong, by the member of the request; empty where nothing is.',
      examples: [{ address: ['must be 0x and 40 hexadecimal digits'] }],
    }),
  },
  { title: 'DestinationCheck' },
);
export type DestinationCheck = Static<typeof DestinationCheck>;

const orNull = <T extends typeof alias>(schema: T) => Type.Union([schema, Type.Null()], { examples: [null] });

const time = (example: string) => Type.String({ format: 'date-time', examples: [example] });

export const SavedDestination = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] }),
    alias,
    kind,
    network: orNull(network),
    address: orNull(address),
    tag: orNull(tag),
    account: orNull(account),
    recipient,
    createdBy: Type.String({ examples: ['ada'] }),
    createdAt: time('2026-01-31T12:05:00.000Z'),
    status: Type.Enum(['UNCONFIRMED', 'CONFIRMED'], {
      description: 'Until it is CONFIRMED, policies treat it as NEW.',
      examples: ['CONFIRMED'],
    }),
    confirmedBy: Type.Union([Type.String(), Type.Null()], { examples: ['grace'] }),
    confirmedAt: Type.Union([time('2026-01-31T12:07:00.000Z'), Type.Null()], {
      examples: ['2026-01-31T12:07:00.000Z'],
    }),
  },
  { title: 'SavedDestination' },
);
export type SavedDestination = Static<typeof SavedDestination>;

export const DestinationId = Type.Object({
  id: Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] }),
});

export const RecipientChange = Type.Object(
  {
    travelRule: Type.Union([TravelRule, Type.Null()], {
      description: 'Who receives what is sent there; null if that is not to be known any more.',
      examples: [null],
    }),
  },
  { title: 'RecipientChange', additionalProperties: false },
);
export type RecipientChange = Static<typeof RecipientChange>;

export const DestinationQuery = Type.Object(
  {
    afterAlias: Type.Optional(
      plainText(64, { description: 'Continue after this alias.', examples: ['cold-wallet'] }),
    ),
  },
  { additionalProperties: false },
);
