import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';

const closed = { additionalProperties: false } as const;
const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const venue = plainText(255, { description: 'The venue code.', examples: ['aurora'] });
const asset = plainText(32, { description: 'The asset code.', examples: ['USDT'] });
const network = plainText(64, { description: 'The network.', examples: ['ETHEREUM'] });
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-01-31T12:05:00.000Z'] });

export const DepositAddressPlace = Type.Object(
  {
    venue,
    asset: Type.Object({ code: asset }, { ...closed, description: 'The asset to deposit.' }),
    network,
  },
  {
    ...closed,
    title: 'DepositAddressPlace',
    examples: [{ venue: 'aurora', asset: { code: 'USDT' }, network: 'ETHEREUM' }],
  },
);
export type DepositAddressPlace = Static<typeof DepositAddressPlace>;

export const DepositAddressQuery = Type.Object(
  { venue: Type.Optional(venue), asset: Type.Optional(asset), network: Type.Optional(network) },
  closed,
);
export type DepositAddressQuery = Static<typeof DepositAddressQuery>;

export const DepositAddressView = Type.Object(
  {
    venue,
    asset: Type.Object({ code: asset }, { description: 'The asset.' }),
    network,
    address: Type.String({ description: 'As the venue writes it.', examples: [ADDRESS] }),
    tag: Type.Union([Type.String(), Type.Null()], {
      description: 'What must be sent beside the address; null where there is none.',
      examples: [null],
    }),
    current: Type.Boolean({
      description: 'Whether it is the one that the venue showed last. One that it has replaced stays ours.',
      examples: [true],
    }),
    firstSeenAt: time('When the venue showed it first.'),
    lastSeenAt: time('When the venue showed it last.'),
  },
  { title: 'DepositAddress' },
);
export type DepositAddressView = Static<typeof DepositAddressView>;

export const DepositAddresses = Type.Array(DepositAddressView, { title: 'DepositAddresses' });
