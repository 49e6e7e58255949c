import type { WithdrawalDetail as Detail } from '@quaestor/sdk';
import { Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Amount } from '../../shared/money/index.ts';
import { AskFirst, Copy, Facts, Note, Page, type Fact } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { accountQuery, useService } from '../../shared/session/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { WholeDestination } from './destination.tsx';
import { eventsQuery, withdrawalQuery } from './queries.ts';
import { Resolve } from './resolve.tsx';
import { WithdrawalStatus } from './status.tsx';
import { WithdrawalTimeline } from './timeline.tsx';
import { Votes } from './votes.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/desk/withdrawals/$id');

/** What the server lets people cancel: nothing that a venue may have. */
const CANCELLABLE: ReadonlySet<Detail['status']> = new Set(['APPROVAL_REQUESTED', 'PENDING']);

export function WithdrawalDetail() {
  const { id } = route.useParams() as { id: string };
  const withdrawal = useQuery(withdrawalQuery(id));
  const events = useQuery(eventsQuery(id));
  if (withdrawal.error !== null) {
    return (
      <Page title={texts.detail.unknown}>
        <Problem error={withdrawal.error} onRetry={() => void withdrawal.refetch()} />
      </Page>
    );
  }
  if (withdrawal.data === undefined) return <Skeleton height={320} />;
  const { data } = withdrawal;
  return (
    <Page
      title={texts.detail.title(data.reference)}
      description={
        <Group gap={4}>
          {id}
          <Copy value={id} what={texts.detail.id} />
        </Group>
      }
      actions={<Actions withdrawal={data} />}
    >
      {data.waitingReason !== undefined && data.waitingReason !== null && <Note>{data.waitingReason}</Note>}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
        <Stack gap="lg">
          <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
            <Amount value={data.amount} asset={data.asset.code} />
          </Text>
          <Facts items={factsOf(data)} />
        </Stack>
        <Stack gap="md">
          <Title order={2} size="h4">
            {texts.detail.happened}
          </Title>
          {events.error !== null && <Problem error={events.error} />}
          {events.data !== undefined && <WithdrawalTimeline events={events.data} />}
        </Stack>
      </SimpleGrid>
      <Resolve withdrawal={data} events={events.data ?? []} />
    </Page>
  );
}

function Actions({ withdrawal: { id, status } }: { withdrawal: Detail }) {
  const client = useQueryClient();
  const { data: account } = useQuery(accountQuery(useService()));
  const cancel = useMutation({
    mutationFn: () => trading.withdrawals.cancel(id),
    onSettled: () => client.invalidateQueries({ queryKey: ['withdrawals'] }),
  });
  if (cancel.error !== null) return <Problem error={cancel.error} />;
  if (!CANCELLABLE.has(status) || account?.scopes.includes('venue-transfer:edit') !== true) return null;
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
    [facts.status, <WithdrawalStatus key="status" status={row.status} />],
    [facts.destination, <WholeDestination key="destination" {...row} />],
    [facts.venue, row.venue],
    [facts.requestedBy, row.requestedBy],
    [facts.created, formatTime(row.createdAt)],
    [facts.changed, formatTime(row.updatedAt)],
    [facts.why, decision?.sentence],
    [
      facts.votes,
      approvals !== undefined && approvals.required > 0 && <Votes key="votes" approval={{ approvals }} />,
    ],
    [facts.failure, row.failureMessage],
    [facts.venueId, row.venueTransferId],
    [facts.transaction, row.blockchainMetadata?.hash],
    [facts.bankReference, row.fiatMetadata?.reference],
  ];
}
