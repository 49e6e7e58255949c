import { QuaestorError, type ManagedDisbursement } from '@quaestor/sdk';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../shared/change/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { Address, Amount } from '../../shared/money/index.ts';
import { AskReason, Facts, Note } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount, useScope } from '../../shared/session/index.ts';
import { partner } from '../api.ts';
import { OpenedPanel } from '../details/index.ts';
import { DocumentLines } from '../disbursements/document-lines.tsx';
import { DisbursementStatus } from '../disbursements/status.tsx';
import { DisbursementTimeline } from '../disbursements/timeline.tsx';
import { disbursementQuery, documentsOfQuery, NOUN } from './queries.ts';
import { Settle } from './settle.tsx';
import { texts } from './texts.ts';

const { one: t } = texts;

/** Everything a person needs to decide on one disbursement. */
export function DisbursementPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(disbursementQuery(Number(id)));
  const isMissing = error instanceof QuaestorError && error.status === 404;
  return (
    <OpenedPanel
      title={t.title(id)}
      missing={t.missing}
      query={isMissing ? { data: null, error: null, refetch } : { data, error, refetch }}
      onClose={onClose}
    >
      {(found) => <Details disbursement={found} />}
    </OpenedPanel>
  );
}

/** What people compare letter by letter is in groups; an e-mail address is not. */
const accountOf = (account: string) =>
  /^\w+$/.test(account) ? <Address key="account" value={account} /> : account;

function Details({ disbursement }: { disbursement: ManagedDisbursement }) {
  const { partner_uid: uid, status, amount, currency, destination } = disbursement;
  const { data: documents = [] } = useQuery(documentsOfQuery(disbursement.number));
  const canManage = useScope('disbursements:manage');
  const { paid_before: before, file_number: file, returned_amount: returned } = disbursement;
  return (
    <>
      <Facts
        items={[
          [t.facts.amount, <Amount key="amount" value={amount} asset={currency} fw={600} />],
          [t.facts.status, <DisbursementStatus key="status" status={status} />],
          [
            t.facts.partner,
            <TextLink key="partner" to="/partners/$uid" params={{ uid }} size="sm">
              {uid}
            </TextLink>,
          ],
          [t.facts.account, disbursement.account_id],
          [t.facts.name, destination?.name ?? texts.queue.noDestination],
          [t.facts.to, destination && accountOf(destination.account)],
          [t.facts.before, destination && texts.queue.before(before)],
          [
            t.facts.file,
            file !== null && (
              <TextLink key="file" to="/managed-disbursements/files" search={{ id: String(file) }} size="sm">
                {String(file)}
              </TextLink>
            ),
          ],
          [t.facts.returned, returned !== null && <Amount key="back" value={returned} asset={currency} />],
          [
            t.facts.documents,
            documents.length > 0 && (
              <DocumentLines
                key="documents"
                documents={documents}
                open={(number) => partner.managedDisbursements.documentPdf(number)}
              />
            ),
          ],
        ]}
      />
      <Decision disbursement={disbursement} />
      {canManage && <Settle disbursement={disbursement} />}
      <Review disbursement={disbursement} />
      <DisbursementTimeline disbursement={disbursement} />
    </>
  );
}

function Decision({ disbursement: { number, status } }: { disbursement: ManagedDisbursement }) {
  const canManage = useScope('disbursements:manage');
  const approve = useChange(
    NOUN,
    () => partner.managedDisbursements.approve([number]),
    () => ({ text: texts.queue.approved(1) }),
  );
  const cancel = useChange(
    NOUN,
    (reason: string) => partner.managedDisbursements.cancel(number, reason),
    () => ({ text: texts.queue.cancelled(number) }),
  );
  const error = approve.error ?? cancel.error;
  const isOpen = canManage && (status === 'REQUESTED' || status === 'APPROVED');
  return (
    <>
      {error !== null && <Problem error={error} />}
      {isOpen && (
        <Group gap="sm" align="flex-start">
          {status === 'REQUESTED' && (
            <Button loading={approve.isPending} onClick={() => approve.mutate()}>
              {t.approve}
            </Button>
          )}
          <AskReason
            label={t.cancel}
            about={t.aboutCancel}
            confirm={t.confirmCancel}
            isPending={cancel.isPending}
            onConfirm={(reason) => cancel.mutate(reason)}
          />
        </Group>
      )}
    </>
  );
}

/** Another person than who said so confirms that a payment failed or came back. */
function Review({ disbursement }: { disbursement: ManagedDisbursement }) {
  const { number, status, settled_by, reviewed_by } = disbursement;
  const account = useAccount();
  const review = useChange(
    NOUN,
    () => partner.managedDisbursements.review(number),
    () => ({ text: t.reviewed(number) }),
  );
  if ((status !== 'FAILED' && status !== 'RETURNED') || settled_by === null || reviewed_by !== null)
    return null;
  if (settled_by === account?.login) return <Note>{t.ownOutcome}</Note>;
  return (
    <>
      {review.error !== null && <Problem error={review.error} />}
      <Text size="sm" c="dimmed">
        {t.aboutReview(settled_by)}
      </Text>
      {account?.scopes.includes('disbursements:manage') === true && (
        <div>
          <Button loading={review.isPending} onClick={() => review.mutate()}>
            {t.review}
          </Button>
        </div>
      )}
    </>
  );
}
