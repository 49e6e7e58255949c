import type { SelfBillingDocument } from '@quaestor/sdk';
import { textColumn } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { DocumentRows } from '../disbursements/document-rows.tsx';
import { usePages } from '../use-pages.ts';
import { NOUN } from './queries.ts';
import { texts } from './texts.ts';

const { documents: t } = texts;

/** The invoices and credit notes of all partners. Nothing is shown where none were issued. */
export function Documents() {
  const list = usePages<SelfBillingDocument>([NOUN, 'documents'], async ({ signal, ...page }) => {
    const { documents, count } = await partner.managedDisbursements.documents(page, { signal });
    return { rows: documents, count };
  });
  if (list.rows.length === 0 && list.error === null) return null;
  return (
    <DocumentRows
      texts={t}
      list={list}
      further={[PARTNER]}
      to={({ disbursement_number: number }) => ({
        to: '/managed-disbursements',
        search: { id: String(number) },
      })}
      open={(number) => partner.managedDisbursements.documentPdf(number)}
    />
  );
}

const PARTNER = textColumn<SelfBillingDocument>(
  'partner',
  t.partner,
  ({ partner: { partner_uid } }) => partner_uid,
);
