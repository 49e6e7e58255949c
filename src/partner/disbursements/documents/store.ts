import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { BillingDetails, Document } from './schema.ts';

interface AgreementTable {
  id: string;
  tenant: string;
  partner_uid: string;
  text_sha256: Buffer;
  details: BillingDetails;
  accepted_by: string;
  accepted_at: Date;
  valid_to: Date;
}

interface SeriesTable {
  tenant: string;
  series: string;
  serial: string;
  issued_on: string;
}

interface DocumentTable {
  tenant: string;
  number: string;
  series: string;
  serial: string;
  kind: Document['kind'];
  disbursement_number: string;
  partner_uid: string;
  account_id: string;
  issued_on: string;
  corrects: string | null;
  content: Document;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    self_billing_agreement: AgreementTable;
    self_billing_series: SeriesTable;
    self_billing_document: DocumentTable;
  }
}

export type AgreementRow = Readonly<AgreementTable>;

const NOW = new Date(0);
const TENANT = 'acme';
const AGREEMENT: AgreementRow = {
  id: '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d',
  tenant: TENANT,
  partner_uid: 'P1001',
  text_sha256: Buffer.alloc(32),
  details: { name: 'Müller Media Lda', kind: 'company', address: { town: 'Lisboa', country: 'PT' } },
  accepted_by: 'paula',
  accepted_at: NOW,
  valid_to: NOW,
};

export const insertAgreement = statement([AGREEMENT], (db, agreement: AgreementRow) =>
  db.insertInto('self_billing_agreement').values(agreement).returningAll(),
);

/** The newest of each partner. */
export const selectAgreements = statement(
  [TENANT, ['P1001']],
  (db, tenant: string, partners: readonly string[]) =>
    db
      .selectFrom('self_billing_agreement')
      .selectAll()
      .distinctOn('partner_uid')
      .where('tenant', '=', tenant)
      .where('partner_uid', '=', sql<string>`any(${partners}::text[])`)
      .orderBy('partner_uid')
      .orderBy('accepted_at', 'desc')
      .orderBy('id', 'desc'),
);

/** Takes numbers of a series until the transaction ends; a document is never dated before the one with the number before it. */
export const takeSerials = statement(
  [TENANT, 'SB-2024', 3, '2024-06-03'],
  (db, tenant: string, series: string, count: number, day: string) =>
    db
      .insertInto('self_billing_series')
      .values({ tenant, series, serial: String(count), issued_on: day })
      .onConflict((conflict) =>
        conflict.columns(['tenant', 'series']).doUpdateSet({
          serial: sql<string>`self_billing_series.serial + excluded.serial`,
          issued_on: sql<string>`greatest(self_billing_series.issued_on, excluded.issued_on)`,
        }),
      )
      .returning([
        sql<number>`serial::float8`.as('last'),
        sql<string>`self_billing_series.issued_on::text`.as('issued_on'),
      ]),
);

export interface NewDocument {
  readonly series: string;
  readonly serial: number;
  readonly content: Document;
}

export const insertDocuments = statement(
  [TENANT, []],
  (db, tenant: string, documents: readonly NewDocument[]) =>
    db
      .insertInto('self_billing_document')
      .columns([
        'tenant',
        'number',
        'series',
        'serial',
        'kind',
        'disbursement_number',
        'partner_uid',
        'account_id',
        'issued_on',
        'corrects',
        'content',
      ])
      .expression(
        sql`select ${tenant}, content ->> 'number', series, serial, content ->> 'kind',
            (content ->> 'disbursement_number')::bigint, content #>> '{partner,partner_uid}', content ->> 'account_id',
            (content ->> 'issued_on')::date, content #>> '{corrects,number}', content
          from jsonb_to_recordset(${JSON.stringify(documents)}::jsonb) as given
            (series text, serial bigint, content jsonb)
          order by serial`,
      ),
);

/** Invoices of disbursements that no credit note has taken back. */
export const selectInvoices = statement([[1]], (db, numbers: readonly number[]) =>
  db
    .selectFrom('self_billing_document')
    .select(['series', 'content'])
    .where('disbursement_number', '=', sql<string>`any(${numbers}::bigint[])`)
    .where('kind', '=', 'invoice')
    .where(
      sql<boolean>`not exists (select from self_billing_document correction
        where correction.tenant = self_billing_document.tenant and correction.corrects = self_billing_document.number)`,
    )
    .orderBy('disbursement_number'),
);

/** The first day that no invoice of an account has: that of the last one, or of its first entry. */
export const selectUnbilled = statement(
  [TENANT, ['700100']],
  (db, tenant: string, accounts: readonly string[]) =>
    db
      .selectFrom(
        sql<{ account_id: string; first_day: string }>`(
          select account_id, coalesce(
            (select content ->> 'period_to' from self_billing_document invoice
              where invoice.tenant = ${tenant} and invoice.account_id = account.account_id and kind = 'invoice'
                and not exists (select from self_billing_document correction
                  where correction.tenant = invoice.tenant and correction.corrects = invoice.number)
              order by issued_on desc, serial desc limit 1),
            (select (min(created_at) at time zone 'utc')::date::text from wallet_entry entry
              where entry.account_id = account.account_id)) as first_day
          from unnest(${accounts}::text[]) as account (account_id))`.as('unbilled'),
      )
      .select(['account_id', 'first_day']),
);

/** Null for any. */
interface DocumentFilter {
  readonly partner: string | null;
  readonly disbursement: number | null;
}

const ANY: DocumentFilter = { partner: 'P1001', disbursement: null };

const matches = ({ partner, disbursement }: DocumentFilter) =>
  sql<boolean>`(${partner}::text is null or partner_uid = ${partner}::text)
    and (${disbursement}::bigint is null or disbursement_number = ${disbursement}::bigint)`;

/** Newest first. */
export const selectDocuments = statement(
  [TENANT, ANY, 100, 0],
  (db, tenant: string, filter: DocumentFilter, limit: number, offset: number) =>
    db
      .selectFrom('self_billing_document')
      .select('content')
      .where('tenant', '=', tenant)
      .where(matches(filter))
      .orderBy('issued_on', 'desc')
      .orderBy('series')
      .orderBy('serial', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countDocuments = statement([TENANT, ANY], (db, tenant: string, filter: DocumentFilter) =>
  db
    .selectFrom('self_billing_document')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant)
    .where(matches(filter)),
);

export const selectDocument = statement([TENANT, 'SB-2024-000017'], (db, tenant: string, number: string) =>
  db
    .selectFrom('self_billing_document')
    .select('content')
    .where('tenant', '=', tenant)
    .where('number', '=', number),
);
