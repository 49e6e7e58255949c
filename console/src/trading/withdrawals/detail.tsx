import type { WithdrawalDetail as Detail } from '@quaestor/sdk';
import { Alert, Button, Divider, Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Amount } from '../../shared/money/index.ts';
import { Copy, Facts, Page } from '../../shared/parts/index.ts';
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
      {data.waitingReason !== undefined && data.waitingReason !== null && (
        <Alert variant="outline" color="gray" icon={<IconInfoCircle size={18} />}>
          {data.waitingReason}
        </Alert>
      )}
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
      <Divider />
      <Resolve withdrawal={data} events={events.data ?? []} />
    </Page>
  );
}

function Actions({ withdrawal: { id, status } }: { withdrawal: Detail }) {
  const client = useQueryClient();
  const { data: account } = useQuery(accountQuery(useService()));
  const [asks, setAsks] = useState(false);
  const cancel = useMutation({
    mutationFn: () => trading.withdrawals.cancel(id),
    onSettled: () => {
      setAsks(false);
      return client.invalidateQueries({ queryKey: ['withdrawals'] });
    },
  });
  if (cancel.error !== null) return <Problem error={cancel.error} />;
  if (!CANCELLABLE.has(status) || account?.scopes.includes('venue-transfer:edit') !== true) return null;
  if (!asks) {
    return (
      <Button variant="default" onClick={() => setAsks(true)}>
        {texts.detail.cancel}
      </Button>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm">{texts.detail.askCancel}</Text>
      <Button variant="default" onClick={() => setAsks(false)}>
        {texts.detail.keep}
      </Button>
      <Button color="red" loading={cancel.isPending} onClick={() => cancel.mutate()}>
        {texts.detail.confirmCancel}
      </Button>
    </Group>
  );
}

function factsOf(row: Detail) {
  const { decision, approvals } = row;
  const { facts } = texts.detail;
  return [
    [facts.status, <WithdrawalStatus key="status" status={row.status} />],
    [facts.destination, <WholeDestination key="destination" {...row} />],
    [facts.venue, row.venue],
    [facts.requestedBy, row.requestedBy ?? ''],
    [facts.created, formatTime(row.createdAt)],
    [facts.changed, formatTime(row.updatedAt)],
    ...optional(facts.why, decision?.sentence),
    ...(approvals !== undefined && approvals.required > 0
      ? [[facts.votes, <Votes key="votes" approval={{ approvals }} />] as const]
      : []),
    ...optional(facts.failure, row.failureMessage),
    ...optional(facts.venueId, row.venueTransferId),
    ...optional(facts.transaction, row.blockchainMetadata?.hash),
    ...optional(facts.bankReference, row.fiatMetadata?.reference),
  ] as const;
}

const optional = (name: string, value: string | null | undefined) =>
  value === null || value === undefined ? [] : [[name, value] as const];
