import { Type, type Static } from 'typebox';
import { plainText } from '../../kernel/index.ts';
import { kindNamed } from '../facts/kinds/index.ts';
import { decimal } from '../requests/index.ts';
import { MANUAL_KINDS } from '../wallets/index.ts';
import { FACT, MAX_FACTS, TARIFF_EXAMPLE } from './proposals/index.ts';

const closed = { additionalProperties: false } as const;
const name = (description: string, example: string) => Type.String({ description, examples: [example] });
const count = (description: string, example: number) =>
  Type.Integer({ minimum: 0, description, examples: [example] });
const usd = (description: string) => decimal(description, 1250.5);

/** A body with fields of a kind: texts, because a JSON number is not exact. */
export function bodyOf(kindName: string, fields: readonly string[], title: string) {
  const kind = kindNamed(kindName);
  const properties = fields.map((field) => {
    const declared = kind.fields[field];
    if (!declared) throw new Error(`${kindName} has no field ${field}.`);
    const { type, required, description, example } = declared;
    const schema =
      type.is === 'bool'
        ? Type.Boolean({ description, examples: [example] })
        : Type.String({ maxLength: 1000, description, examples: [String(example)] });
    return [field, required ? schema : Type.Optional(schema)] as const;
  });
  return Type.Object(Object.fromEntries(properties), { ...closed, title });
}

const day = (description: string, example: string) =>
  Type.String({
    format: 'date',
    description,
    examples: [example],
  });
const why = Type.Optional(
  plainText(500, { description: 'Why, for the second person.', examples: ['Traffic under review.'] }),
);

export const NEW_SUSPENSION = Type.Object(
  {
    suspended_from: day('The first day.', '2024-03-10'),
    suspended_to: Type.Optional(
      day('The last day; absent means until the partner is reinstated.', '2024-03-31'),
    ),
    reason: why,
  },
  { ...closed, title: 'NewSuspension' },
);
export type NewSuspension = Static<typeof NEW_SUSPENSION>;

export const NEW_REINSTATEMENT = Type.Object(
  { reinstated_from: day('The first day on which the partner earns again.', '2024-03-20'), reason: why },
  { ...closed, title: 'NewReinstatement' },
);
export type NewReinstatement = Static<typeof NEW_REINSTATEMENT>;

export const NEW_ENTRY = Type.Object(
  {
    account_id: plainText(128, { description: 'An account of the partner.', examples: ['700100'] }),
    kind: Type.Enum(MANUAL_KINDS, {
      description:
        'A clawback takes from the balance, which may become a debt; a bonus adds to it; a write-off adds at most the debt.',
      examples: ['bonus'],
    }),
    amount: Type.String({
      maxLength: 40,
      description:
        'What is taken or added, in the currency of the account: a positive exact decimal with at most 8 decimals.',
      examples: ['120.50'],
    }),
    reason: plainText(500, {
      description: 'Why; the partner sees it in the ledger and in statements.',
      examples: ['Campaign of the spring.'],
    }),
  },
  { ...closed, title: 'NewManualEntry' },
);
export type NewEntry = Static<typeof NEW_ENTRY>;

export const PREVIEW_BODY = Type.Object(
  {
    month: Type.String({
      pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])$',
      'x-form': 'a month such as 2024-03',
      description: 'The month whose orders are computed again.',
      examples: ['2024-03'],
    }),
    tariffs: Type.Array(FACT, {
      minItems: 1,
      maxItems: MAX_FACTS,
      description:
        'Draft tariffs. Each takes the place of all stored tariffs of its partner, account type and symbol for the whole ' +
        'month; of several drafts of the same, the one with the latest first day does.',
      examples: [[TARIFF_EXAMPLE]],
    }),
  },
  { ...closed, title: 'TariffDraft' },
);

/** What a partner earns from: its own clients, partners below, accounts that it shares or that are shared with it. */
export const EARNING_SOURCES = ['clients', 'below', 'shared'] as const;
export type EarningSource = (typeof EARNING_SOURCES)[number];

export const PREVIEW = Type.Object(
  {
    month: name('The month.', '2024-03'),
    orders_count: count('Orders on real accounts that were closed in it.', 1250),
    trial_orders_count: count('Orders on trial accounts, which earn nothing.', 40),
    credited_usd: usd('What all partners were credited for it, with adjustments and commissions, until now.'),
    earned_usd: usd('What all partners earn by the tariffs of today.'),
    preview_usd: usd('What all partners would earn by the draft.'),
    partners: Type.Array(
      Type.Object(
        {
          partner_uid: name('The partner.', 'P1001'),
          credited_usd: usd('What the partner was credited for it until now.'),
          earned_usd: usd('What the partner earns by the tariffs of today.'),
          preview_usd: usd('What the partner would earn by the draft.'),
          difference_usd: usd('The second less the first.'),
          changed_sources: Type.Array(Type.Enum(EARNING_SOURCES), {
            description:
              'From what the partner would earn more or less: `clients` of its own, partners `below`, accounts that are `shared`.',
            examples: [['clients']],
          }),
        },
        { title: 'PartnerPreview' },
      ),
      { description: 'Every partner who earns or was credited anything in the month.' },
    ),
  },
  { title: 'TariffPreview' },
);
export type Preview = Static<typeof PREVIEW>;
