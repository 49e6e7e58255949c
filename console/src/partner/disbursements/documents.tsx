import type { SelfBillingDocument } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { Page } from '../../shared/parts/index.ts';
import { Found } from '../details/index.ts';
import { usePages } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { Agreement } from './agreement.tsx';
import { DocumentRows } from './document-rows.tsx';
import { agreementQuery } from './queries.ts';
import { texts } from './texts.ts';

const { documents: t } = texts;

/** What the program issues in the name of the partner, and what the partner has accepted for it. */
export function Documents() {
  const reads = useReads();
  const agreement = useQuery(agreementQuery(reads));
  const list = usePages<SelfBillingDocument>(
    ['disbursements', reads.of, 'documents'],
    async ({ signal, ...page }) => {
      const { documents, count } = await reads.disbursements.documents(page, { signal });
      return { rows: documents, count };
    },
  );
  return (
    <Found texts={texts.agreement} list="/disbursements" query={agreement}>
      {(found) => (
        <Page title={t.title} description={t.description}>
          <Agreement agreement={found} />
          <DocumentRows
            texts={t.list}
            list={list}
            further={[]}
            to={({ disbursement_number: number }) => ({
              to: '/disbursements/$number',
              params: { number: String(number) },
            })}
            open={(number) => reads.disbursements.documentPdf(number)}
          />
        </Page>
      )}
    </Found>
  );
}
