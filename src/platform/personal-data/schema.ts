import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';

const closed = { additionalProperties: false } as const;
const country = (description: string, example = 'DE') =>
  Type.String({
    pattern: '^[A-Z]{2}$',
    description: `${description}, as ISO 3166 writes it in two letters.`,
    examples: [example],
  });
const day = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] });
const firstName = plainText(128, { examples: ['Ada'] });
const lastName = plainText(128, { examples: ['Lovelace'] });

const RELATIONS = ['OWN', 'THIRD_PARTY'] as const;
const PARTY_KINDS = ['NATURAL', 'LEGAL'] as const;
const WALLET_KINDS = ['SELF_HOSTED', 'HOSTED'] as const;
const DOCUMENT_TYPES = ['ID_CARD', 'PASSPORT', 'DRIVERS', 'RESIDENCE_PERMIT', 'OTHER'] as const;
const PURPOSES = ['GOODS', 'SERVICES', 'INVESTMENT', 'LIVING', 'LOAN', 'DONATION', 'P2P', 'OTHER'] as const;

const Party = Type.Object(
  {
    kind: Type.Enum(PARTY_KINDS, { description: 'A person or a company.', examples: ['NATURAL'] }),
    firstName: Type.Optional(firstName),
    lastName: Type.Optional(lastName),
    companyName: Type.Optional(plainText(256, { examples: ['Analytical Engines GmbH'] })),
    localName: Type.Optional(
      plainText(256, { description: 'The whole name in its own script.', examples: ['山田太郎'] }),
    ),
    phoneticName: Type.Optional(
      plainText(256, { description: 'The whole name as it is spoken, in kana.', examples: ['ヤマダタロウ'] }),
    ),
    birthDate: Type.Optional(day('Of a person.', '1985-12-10')),
    birthPlace: Type.Optional(plainText(128, { examples: ['London'] })),
    document: Type.Optional(
      Type.Object(
        {
          type: Type.Enum(DOCUMENT_TYPES, { examples: ['PASSPORT'] }),
          number: plainText(64, { examples: ['C01X00T47'] }),
          issuedBy: country('The country that issued it'),
          expires: Type.Optional(day('The last day on which it is valid.', '2031-05-31')),
        },
        { ...closed, description: 'What proves the identity of a person.' },
      ),
    ),
    lei: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Z]{18}[0-9]{2}$',
        description: 'The legal entity identifier of a company.',
        examples: ['529900T8BM49AURSDO55'],
      }),
    ),
    registrationNumber: Type.Optional(plainText(64, { examples: ['HRB 12345'] })),
    representative: Type.Optional(
      Type.Object({ firstName, lastName }, { ...closed, description: 'Who represents a company.' }),
    ),
  },
  { ...closed, description: 'Who receives it. Names are in Latin letters unless it says otherwise.' },
);

const Address = Type.Object(
  {
    country: country('Where the recipient lives or is registered'),
    state: Type.Optional(plainText(64, { examples: ['Bavaria'] })),
    city: Type.Optional(plainText(64, { examples: ['Munich'] })),
    street: Type.Optional(plainText(128, { examples: ['Leopoldstraße'] })),
    building: Type.Optional(plainText(32, { examples: ['12a'] })),
    postalCode: Type.Optional(plainText(16, { examples: ['80802'] })),
  },
  { ...closed, description: 'Where the recipient lives or is registered.' },
);

const Wallet = Type.Object(
  {
    kind: Type.Enum(WALLET_KINDS, {
      description: 'Whether the recipient holds the keys, or a provider such as an exchange.',
      examples: ['HOSTED'],
    }),
    provider: Type.Optional(
      Type.Object(
        {
          name: plainText(128, { examples: ['Kraken'] }),
          country: Type.Optional(country('Where the provider is registered', 'US')),
          region: Type.Optional(plainText(64, { examples: ['other'] })),
          ids: Type.Optional(
            Type.Record(
              Type.String({ pattern: '^[a-z0-9]{1,32}$' }),
              plainText(128, { examples: ['KRAKEN'] }),
              {
                maxProperties: 20,
                description: 'What exchanges call the provider, by the name of the exchange.',
                examples: [{ binance: 'KRAKEN', okx: 'did:ethr:0x401a7be5d0e0b0d0a47a0ed4b0c2c0f4b0a0b0c0' }],
              },
            ),
          ),
        },
        { ...closed, description: 'Who holds the keys of a HOSTED wallet.' },
      ),
    ),
  },
  { ...closed, description: 'Where it is received.' },
);

/** Who receives a withdrawal and where, as exchanges ask for it. */
export const TravelRule = Type.Object(
  {
    relation: Type.Enum(RELATIONS, {
      description: 'Whether the recipient is the holder of the account itself.',
      examples: ['THIRD_PARTY'],
    }),
    party: Type.Optional(Party),
    address: Type.Optional(Address),
    wallet: Wallet,
    purpose: Type.Optional(
      Type.Object(
        {
          code: Type.Enum(PURPOSES, { examples: ['SERVICES'] }),
          text: Type.Optional(plainText(500, { examples: ['Invoice 4711 of May for consulting services'] })),
        },
        { ...closed, description: 'What the money is for.' },
      ),
    ),
    declared: Type.Optional(
      Type.Boolean({ description: 'You declare that these answers are true.', examples: [true] }),
    ),
  },
  {
    ...closed,
    title: 'TravelRule',
    description: 'Who receives it and where. `GET /trade/v1/venues` says what a venue asks.',
    examples: [
      {
        relation: 'THIRD_PARTY',
        party: { kind: 'NATURAL', firstName: 'Ada', lastName: 'Lovelace' },
        address: { country: 'DE', city: 'Munich' },
        wallet: { kind: 'HOSTED', provider: { name: 'Kraken', ids: { binance: 'KRAKEN' } } },
        declared: true,
      },
    ],
  },
);
export type TravelRule = Static<typeof TravelRule>;

/** What a venue asks, by the member of `travelRule` that answers it. */
export const TravelRuleQuestion = Type.Object(
  {
    field: Type.String({
      description: 'The member of `travelRule` that answers it.',
      examples: ['party.firstName'],
    }),
    required: Type.Boolean({ description: 'Whether it must be answered.', examples: [true] }),
    choices: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The answers of which one must be given; null where it is a text.',
      examples: [null],
    }),
    when: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: 'It is asked where each of these members has one of these values; empty where always.',
      examples: [{ relation: ['THIRD_PARTY'], 'party.kind': ['NATURAL'] }],
    }),
  },
  { title: 'VenueQuestion' },
);
export type TravelRuleQuestion = Static<typeof TravelRuleQuestion>;
