import type { Static } from 'typebox';
import { Decimal, Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Document, DOCUMENT, DOCUMENTS, DOCUMENTS_QUERY } from './schema.ts';
import { countDocuments, selectDocument, selectDocuments } from './store.ts';

/** One page, newest first. */
export async function listDocuments(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0, ...query }: Static<typeof DOCUMENTS_QUERY>,
): Promise<Static<typeof DOCUMENTS>> {
  const filter = { partner: query.partner_uid ?? null, disbursement: query.disbursement_number ?? null };
  const { count } = await countDocuments(db, tenant, filter).executeTakeFirstOrThrow();
  const rows: { content: Document }[] = await selectDocuments(db, tenant, filter, limit, offset).execute();
  return { documents: rows.map(({ content }) => shown(content)), count };
}

/** Those of other partners are not found. */
export async function showDocument(
  { db, actor }: Context<Db>,
  number: string,
  partnerUid?: string,
): Promise<Document> {
  const row: { content: Document } | undefined = await selectDocument(
    db,
    actor.tenant,
    number,
  ).executeTakeFirst();
  if (!row || (partnerUid !== undefined && row.content.partner.partner_uid !== partnerUid))
    throw new Problem('not_found', `There is no document ${number}.`);
  return row.content;
}

/** As the API shows it. */
export const shown = ({ net, vat_rate, vat, total, ...document }: Document): Static<typeof DOCUMENT> => ({
  ...document,
  net: Decimal.parse(net).trim(),
  vat_rate: Decimal.parse(vat_rate).trim(),
  vat: Decimal.parse(vat).trim(),
  total: Decimal.parse(total).trim(),
});
