import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';
import { TravelRule } from '../../../platform/personal-data/index.ts';
import { recipientHash, recipientId } from '../../../platform/recipients/index.ts';
import { KIND } from '../schema.ts';

const closed = { additionalProperties: false } as const;
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });
const orNull = <S extends ReturnType<typeof time>>(schema: S) => Type.Union([schema, Type.Null()]);
const person = (description: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: ['grace@example.com'] });

export const ADDRESS = Type.Object(
  {
    street: Type.Optional(plainText(70, { description: 'The street.', examples: ['Rua Augusta'] })),
    building: Type.Optional(plainText(16, { description: 'The number of the building.', examples: ['12'] })),
    postcode: Type.Optional(plainText(16, { description: 'The postal code.', examples: ['1100-053'] })),
    town: plainText(35, { description: 'The town.', examples: ['Lisboa'] }),
    country: Type.String({
      pattern: '^[A-Z]{2}$',
      'x-form': 'a country such as PT',
      description: 'The country.',
      examples: ['PT'],
    }),
  },
  { ...closed, title: 'DisbursementAddress' },
);

const BANK = {
  name: plainText(70, {
    description: 'The holder of the bank account, as the bank has it; banks compare it.',
    examples: ['José Müller'],
  }),
  iban: Type.String({
    maxLength: 42,
    description: 'The IBAN, with or without spaces.',
    examples: ['DE89 3704 0044 0532 0130 00'],
  }),
  bic: Type.Optional(
    Type.String({ maxLength: 11, description: 'The BIC of the bank.', examples: ['COBADEFFXXX'] }),
  ),
  address: Type.Optional(ADDRESS),
};

const BANK_ACCOUNT = Type.Object(BANK);
/** What is kept has no kind: it is a bank account. */
export type BankAccount = Static<typeof BANK_ACCOUNT> & { readonly kind?: undefined };

const EXTERNAL = {
  method: plainText(32, {
    description: 'Of a destination of the kind `external`: a way to pay that the program offers.',
    examples: ['paypal'],
  }),
  account: plainText(140, {
    description: 'Of a destination of the kind `external`: the account there.',
    examples: ['jose@example.com'],
  }),
};

/** An account at another system, which a client of the program pays. */
export interface ExternalAccount {
  readonly kind: 'external';
  readonly method: string;
  readonly account: string;
}

const CHAIN = {
  network: plainText(64, {
    description: 'Of a destination of the kind `chain`: a network that the program offers for the currency.',
    examples: ['TRON'],
  }),
  wallet: plainText(128, {
    description: 'Of a destination of the kind `chain`: the address.',
    examples: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'],
  }),
  tag: plainText(128, {
    description: 'Of a destination of the kind `chain`: the tag, where the network has one.',
    examples: ['12345'],
  }),
};

/** All that is shown of it without `pii:view`. */
const RECIPIENT_MARK = Type.Object(
  {
    id: { ...recipientId, description: 'For `GET /api/manage/disbursements/recipients/{id}`.' },
    hash: recipientHash,
  },
  {
    description:
      'Of a destination of the kind `chain`: who receives it, where the partner said that. A mark only: reading it needs ' +
      'the scope `pii:view`.',
  },
);

/** An address on a chain, which the trading service pays. */
export interface ChainAddress {
  readonly kind: 'chain';
  readonly network: string;
  readonly wallet: string;
  readonly tag?: string;
  readonly recipient?: Static<typeof RECIPIENT_MARK>;
}

export type DestinationDetails = BankAccount | ExternalAccount | ChainAddress;

const DETAILS = {
  ...Type.Partial(BANK_ACCOUNT).properties,
  ...Type.Partial(Type.Object({ ...EXTERNAL, ...CHAIN })).properties,
};

const SHOWN = { ...DETAILS, recipient: Type.Optional(RECIPIENT_MARK) };

/** Where money goes, as events have it. */
export const DESTINATION_DETAILS = Type.Object({ kind: KIND, ...SHOWN });
export const NEW_DESTINATION = Type.Object(
  { kind: Type.Optional(KIND), ...DETAILS, travel_rule: Type.Optional(TravelRule) },
  {
    ...closed,
    title: 'NewDisbursementDestination',
    description:
      'A bank account unless `kind` is given: `name` and `iban`, and where they are known `bic` and `address`. For the kind ' +
      '`chain`, `travel_rule` says who receives it; the relation is THIRD_PARTY, because the account at the venue is that of ' +
      'the program. `listDisbursementMethods` says what the venue asks.',
    examples: [{ name: 'José Müller', iban: 'DE89 3704 0044 0532 0130 00' }],
  },
);
export type NewDestination = Static<typeof NEW_DESTINATION>;
export const SAVING_QUERY = Type.Object(
  {
    dry_run: Type.Optional(
      Type.Boolean({
        description: 'Checks the destination, shows `written_name` and saves nothing.',
        examples: [true],
      }),
    ),
  },
  closed,
);

export const DESTINATION_STATUSES = ['WAITING', 'CONFIRMED', 'REFUSED', 'REPLACED', 'DISABLED'] as const;
export type DestinationStatus = (typeof DESTINATION_STATUSES)[number];

export const DESTINATION = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] }),
    partner_uid: Type.String({ examples: ['P1001'] }),
    account_id: Type.String({ description: 'The account whose money goes there.', examples: ['700100'] }),
    status: Type.Enum(DESTINATION_STATUSES, {
      description:
        'WAITING until a manager confirms or refuses it; REPLACED by a later one; DISABLED after the bank could not pay to it.',
      examples: ['CONFIRMED'],
    }),
    kind: KIND,
    ...SHOWN,
    written_name: Type.Union([Type.String(), Type.Null()], {
      description:
        'The name as it is written into bank files, in the characters that all banks take; null of other kinds.',
      examples: ['Jose Muller'],
    }),
    saved_by: Type.String({ description: 'Who saved it.', examples: ['paula@example.com'] }),
    saved_at: time('When.'),
    decided_by: person('Who confirmed or refused it.'),
    decided_at: orNull(time('When.')),
    usable_from: orNull(time('When its cooling-off period ends; null before it is confirmed.')),
    reason: Type.Union([Type.String(), Type.Null()], {
      description: 'Why it was refused or disabled.',
      examples: ['AC04: the account is closed'],
    }),
  },
  { title: 'DisbursementDestination' },
);
export type Destination = Static<typeof DESTINATION>;

export const DESTINATIONS = Type.Object(
  {
    destinations: Type.Array(DESTINATION),
    count: Type.Integer({ minimum: 0, description: 'All that match.', examples: [1] }),
  },
  { title: 'DisbursementDestinations' },
);

export const DESTINATIONS_QUERY = Type.Object(
  {
    ...offsetQuery,
    status: Type.Optional(Type.Enum(DESTINATION_STATUSES, { examples: ['WAITING'] })),
    partner_uid: Type.Optional(plainText(64, { description: 'Only of this partner.', examples: ['P1001'] })),
  },
  closed,
);

export const DESTINATION_PARAMS = Type.Object({
  id: Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] }),
});

export const REFUSAL = Type.Object(
  { reason: plainText(500, { description: 'Why; the partner sees it.', examples: ['The name differs.'] }) },
  { ...closed, title: 'DisbursementRefusal' },
);
