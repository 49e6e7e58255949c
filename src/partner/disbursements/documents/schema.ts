import { Type, type Static } from 'typebox';
import { plainText } from '../../../kernel/index.ts';
import { offsetQuery } from '../../../platform/lists/index.ts';
import { decimal } from '../../requests/index.ts';
import { ADDRESS } from '../destinations/index.ts';

const closed = { additionalProperties: false } as const;
const time = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2024-06-01T12:00:00.000Z'] });
const day = (description: string) => Type.String({ format: 'date', description, examples: ['2024-06-03'] });
const hash = (description: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    'x-form': '64 hexadecimal digits',
    description,
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  });
const textOrNull = (description: string, example: string) =>
  Type.Union([Type.String(), Type.Null()], { description, examples: [example] });

const DETAILS = {
  name: plainText(140, { description: 'The full legal name.', examples: ['Müller Media Lda'] }),
  kind: Type.Enum(['company', 'person'], {
    description: 'Whether the partner is a company or a person.',
    examples: ['company'],
  }),
  address: ADDRESS,
  vat_id: Type.Optional(plainText(32, { description: 'The VAT id.', examples: ['PT501234560'] })),
};

/** Of a partner, as documents have it. */
const BILLING_DETAILS = Type.Object(DETAILS, { ...closed, title: 'BillingDetails' });
export type BillingDetails = Static<typeof BILLING_DETAILS>;

export const NEW_AGREEMENT = Type.Object(
  { ...DETAILS, text_sha256: hash('Of the text that is accepted, as it was shown.') },
  { ...closed, title: 'NewSelfBillingAgreement' },
);
export type NewAgreement = Static<typeof NEW_AGREEMENT>;

const ISSUER = Type.Object(
  {
    name: Type.String({ description: 'The legal name.', examples: ['Firm Ltd'] }),
    address: Type.String({ description: 'The address.', examples: ['1 Main Street, Dublin, Ireland'] }),
    vat_id: textOrNull('The VAT id.', 'IE6388047V'),
  },
  { title: 'DocumentIssuer' },
);

export const ACCEPTED_AGREEMENT = Type.Object(
  {
    ...DETAILS,
    text_sha256: hash('Of the text that was accepted.'),
    accepted_by: Type.String({ description: 'Who accepted it.', examples: ['paula@example.com'] }),
    accepted_at: time('When.'),
    valid_to: time('Until when.'),
  },
  { title: 'AcceptedAgreement' },
);
export type AcceptedAgreement = Static<typeof ACCEPTED_AGREEMENT>;

export const AGREEMENT = Type.Object(
  {
    issuer: ISSUER,
    text: Type.String({
      description: 'What the partner agrees to.',
      examples: ['You issue no invoices for what we pay you; we issue them in your name.'],
    }),
    text_sha256: hash('Of the text.'),
    accepted: Type.Union([ACCEPTED_AGREEMENT, Type.Null()], {
      description: 'What was accepted last, also if it is no longer valid; null if nothing was.',
    }),
  },
  { title: 'SelfBillingAgreement' },
);
export type Agreement = Static<typeof AGREEMENT>;

export const DOCUMENT = Type.Object(
  {
    number: Type.String({
      description: 'Without gaps within a series and year.',
      examples: ['SB-2024-000017'],
    }),
    kind: Type.Enum(['invoice', 'credit_note'], {
      description: 'A credit note takes an invoice back, in whole or in part.',
      examples: ['invoice'],
    }),
    type_code: Type.Enum(['389', '261'], {
      description: 'Of UNTDID 1001: a self-billed invoice or credit note.',
      examples: ['389'],
    }),
    issued_on: day('When it was issued.'),
    issuer: ISSUER,
    partner: Type.Object(
      { partner_uid: Type.String({ description: 'The partner.', examples: ['P1001'] }), ...DETAILS },
      { title: 'BilledPartner', description: 'As it was when the document was issued.' },
    ),
    account_id: Type.String({ description: 'The account.', examples: ['700100'] }),
    disbursement_number: Type.Integer({ description: 'The disbursement.', examples: [123] }),
    corrects: Type.Union(
      [
        Type.Object({
          number: Type.String({ examples: ['SB-2024-000017'] }),
          issued_on: day('When it was issued.'),
        }),
        Type.Null(),
      ],
      { description: 'The invoice that a credit note takes back.' },
    ),
    reason: textOrNull('Why a credit note was issued.', 'AC04: the account is closed'),
    service: Type.String({ description: 'What is paid for.', examples: ['Referral of clients'] }),
    period_from: day('The first day of the services.'),
    period_to: day('The last day of the services.'),
    currency: Type.String({ examples: ['EUR'] }),
    net: decimal('What is disbursed or, in a credit note, was not.', 120.5),
    treatment: Type.Enum(['configured', 'none'], {
      description:
        '`none` where the configuration says nothing about VAT for the country and kind of the partner.',
      examples: ['configured'],
    }),
    vat_rate: decimal('A percentage.', 0),
    vat: decimal(
      'The rate of the net amount, rounded to the minor unit. It is not part of the disbursement.',
      0,
    ),
    total: decimal('Net and VAT.', 120.5),
    note: textOrNull('Such as the reason for which no VAT is charged.', 'Reverse charge'),
    agreement: Type.Object(
      { text_sha256: hash('Of its text.'), accepted_at: time('When it was accepted.') },
      { title: 'DocumentAgreement', description: 'To self-billing.' },
    ),
  },
  { title: 'SelfBillingDocument' },
);
type Amount = 'net' | 'vat_rate' | 'vat' | 'total';
/** As it is stored: its amounts are texts, which JSON does not change. */
export type Document = Omit<Static<typeof DOCUMENT>, Amount> & Readonly<Record<Amount, string>>;

export const DOCUMENTS = Type.Object(
  {
    documents: Type.Array(DOCUMENT),
    count: Type.Integer({ minimum: 0, description: 'All that match.', examples: [1] }),
  },
  { title: 'SelfBillingDocuments' },
);

const disbursement = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Only of this disbursement.',
    examples: [123],
  }),
);
export const OWN_DOCUMENTS_QUERY = Type.Object({ ...offsetQuery, disbursement_number: disbursement }, closed);
export const DOCUMENTS_QUERY = Type.Object(
  {
    ...offsetQuery,
    disbursement_number: disbursement,
    partner_uid: Type.Optional(plainText(64, { description: 'Only of this partner.', examples: ['P1001'] })),
  },
  closed,
);

export const DOCUMENT_PARAMS = Type.Object({
  number: plainText(40, { description: 'The number of the document.', examples: ['SB-2024-000017'] }),
});
export const DOCUMENT_QUERY = Type.Object(
  {
    format: Type.Optional(
      Type.Enum(['json', 'pdf'], { description: 'Goes before the `Accept` header.', examples: ['json'] }),
    ),
  },
  closed,
);
