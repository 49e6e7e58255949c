import type { Disbursement } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useChange } from '../../shared/change/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { AskReason, Facts, Page, Section } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { DocumentLines } from './document-lines.tsx';
import { destinationsQuery, disbursementQuery, documentsOfQuery } from './queries.ts';
import { payeeOf } from './payee-of.ts';
import { DisbursementStatus } from './status.tsx';
import { texts } from './texts.ts';
import { DisbursementTimeline } from './timeline.tsx';

const { detail: t } = texts;

/** One disbursement from the request to the bank. */
export function DisbursementDetail() {
  const { number } = useParams({ from: '/signed-in/disbursements/$number' });
  const reads = useReads();
  const { data, error, refetch } = useQuery(disbursementQuery(reads, Number(number)));
  const { data: destinations } = useQuery(destinationsQuery(reads));
  const { data: documents = [] } = useQuery(documentsOfQuery(reads, Number(number)));
  if (data === undefined) return <Unloaded title={t.kind} error={error} onRetry={() => void refetch()} />;
  const { status, amount, currency, account_id: account, returned_amount: returned } = data;
  const destination = destinations?.find(({ id }) => id === data.destination_id);
  return (
    <Page title={t.title(data.number)} description={t.next[status]}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      <Facts
        items={[
          [t.facts.amount, <Amount key="amount" value={amount} asset={currency} fw={600} />],
          [t.facts.status, <DisbursementStatus key="status" status={status} />],
          [
            t.facts.account,
            <TextLink key="account" to="/disbursements/accounts/$account" params={{ account }} size="sm">
              {account}
            </TextLink>,
          ],
          [t.facts.destination, destination && t.to(payeeOf(destination))],
          [t.facts.returned, returned !== null && <Amount key="back" value={returned} asset={currency} />],
        ]}
      />
      <Cancel disbursement={data} />
      {documents.length > 0 && (
        <Section title={t.documents}>
          <DocumentLines documents={documents} open={(of) => reads.disbursements.documentPdf(of)} />
        </Section>
      )}
      <Section title={t.timeline}>
        <DisbursementTimeline disbursement={data} />
      </Section>
    </Page>
  );
}

/** A partner can cancel what is not approved yet. */
function Cancel({ disbursement: { number, status } }: { disbursement: Disbursement }) {
  const mayWrite = useMayWrite('disbursements:edit');
  const cancel = useChange('disbursements', (reason: string) => partner.disbursements.cancel(number, reason));
  if (!mayWrite || (status !== 'REQUESTED' && cancel.error === null)) return null;
  return (
    <div>
      {cancel.error !== null && <Problem error={cancel.error} />}
      <AskReason
        label={t.cancel}
        about={t.aboutCancel}
        confirm={t.confirmCancel}
        isPending={cancel.isPending}
        onConfirm={(reason) => cancel.mutate(reason)}
      />
    </div>
  );
}
