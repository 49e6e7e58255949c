import type { WithdrawalDetail as Detail } from '@quaestor/sdk';
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { later } from '../../shared/later/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { AskFirst, Copy, Facts, Note, Page, type Fact } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { Recipient } from '../recipients/recipient.tsx';
import { chargeOf } from './charge.tsx';
import { WholeDestination } from './destination.tsx';
import { ENDED, eventsQuery, paceOf, withdrawalQuery } from './queries.ts';
import { Resolve } from './resolve.tsx';
import { WithdrawalStatus } from './status.tsx';
import { WithdrawalTimeline } from './timeline.tsx';
import { Screening, Votes } from './votes.tsx';
import { texts } from './texts.ts';

const AnswerScreening = later(() => import('../screening/answer.tsx'));
const EraseRecipient = later(() => import('../recipients/erase.tsx'));

/** What the server lets people cancel: nothing that a venue may have. */
const CANCELLABLE: ReadonlySet<Detail['status']> = new Set(['APPROVAL_REQUESTED', 'PENDING']);

export function WithdrawalDetail() {
  const { id } = useParams({ from: '/signed-in/withdrawals/$id' });
  const { data, error, refetch } = useQuery(withdrawalQuery(id));
  const events = useQuery({ ...eventsQuery(id), refetchInterval: paceOf(data) });
  const cancel = useChange(
    'withdrawals',
    () => trading.withdrawals.cancel(id),
    () => ({
      text: texts.detail.cancelled,
    }),
  );
  if (data === undefined) {
    return <Unloaded title={texts.detail.unknown} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page
      title={texts.detail.title(data.reference)}
      description={
        <Group gap={4}>
          {id}
          <Copy value={id} what={texts.detail.id} />
        </Group>
      }
      actions={<Cancel status={data.status} cancel={cancel} />}
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {cancel.error !== null && <Problem error={cancel.error} />}
      {data.waitingReason !== undefined && data.waitingReason !== null && (
        <Waits status={data.status} reason={data.waitingReason} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
        <Stack gap="lg">
          <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
            <Amount value={data.amount} asset={data.asset.code} isExact wraps />
          </Text>
          <Facts items={factsOf(data)} />
          {data.recipient !== null && ENDED.has(data.status) && (
            <Suspense fallback={null}>
              <EraseRecipient id={data.recipient.id} />
            </Suspense>
          )}
        </Stack>
        <Stack gap="md">
          <Title order={2} size="h4">
            {texts.detail.happened}
          </Title>
          {events.error !== null && <Problem error={events.error} />}
          {events.data !== undefined && <WithdrawalTimeline events={events.data} />}
        </Stack>
      </SimpleGrid>
      {data.screening?.verdict === null && (
        <Suspense fallback={null}>
          <AnswerScreening withdrawal={data} />
        </Suspense>
      )}
      <Resolve withdrawal={data} events={events.data ?? []} />
    </Page>
  );
}

/** Once the venue has it, what it waits for can be answered there alone. */
function Waits({ status, reason }: { readonly status: Detail['status']; readonly reason: string }) {
  if (status !== 'SUBMITTED') return <Note>{reason}</Note>;
  return (
    <Note>
      <Text size="sm" fw={600}>
        {texts.detail.heldAtVenue}
      </Text>
      <Text size="sm">{reason}</Text>
    </Note>
  );
}

interface CancelProps {
  readonly status: Detail['status'];
  readonly cancel: { readonly isPending: boolean; readonly mutate: () => void };
}

function Cancel({ status, cancel }: CancelProps) {
  const canTransfer = useScope('venue-transfer:edit');
  if (!CANCELLABLE.has(status) || !canTransfer) return null;
  return (
    <AskFirst
      label={texts.detail.cancel}
      question={texts.detail.askCancel}
      confirm={texts.detail.confirmCancel}
      isPending={cancel.isPending}
      onConfirm={() => cancel.mutate()}
    />
  );
}

function factsOf(row: Detail): Fact[] {
  const { decision, approvals } = row;
  const { facts } = texts.detail;
  return [
    [facts.status, <WithdrawalStatus key="status" {...row} />],
    ...chargeOf(row),
    [facts.destination, <WholeDestination key="destination" {...row} />],
    [facts.recipient, row.recipient !== null && <Recipient key="recipient" mark={row.recipient} />],
    [facts.venue, row.venue],
    [facts.requestedBy, row.requestedBy],
    [facts.created, formatTime(row.createdAt)],
    [facts.changed, formatTime(row.updatedAt)],
    [facts.why, decision?.sentence],
    [
      facts.votes,
      approvals !== undefined && approvals.required > 0 && <Votes key="votes" approval={{ approvals }} />,
    ],
    [
      facts.screening,
      row.screening !== undefined && row.screening !== null && (
        <Screening key="screening" screening={row.screening} />
      ),
    ],
    [facts.failure, row.failureMessage],
    [facts.venueId, idOf(row.venueTransferId, facts.venueId)],
    [facts.transaction, idOf(row.blockchainMetadata?.hash, facts.transaction)],
    [facts.internalId, idOf(row.internalTransferId, facts.internalId)],
    [facts.bankReference, row.fiatMetadata?.reference],
  ];
}

/** An id of another system, for people to look it up there. */
const idOf = (id: string | null | undefined, name: string) =>
  id !== null &&
  id !== undefined && (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <span>{id}</span>
      <Copy value={id} what={name} />
    </Group>
  );
