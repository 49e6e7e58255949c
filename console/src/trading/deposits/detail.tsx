import type { Deposit, DepositEvent } from '@quaestor/sdk';
import { Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Address, Amount } from '../../shared/money/index.ts';
import { Copy, Facts, Note, Page, type Fact } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { Timeline, type TimelineItem } from '../../shared/timeline/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { itemOf } from '../withdrawals/timeline.tsx';
import { depositQuery, eventsQuery } from './queries.ts';
import { DepositStatus } from './status.tsx';
import { texts } from './texts.ts';

const { detail: t } = texts;

export function DepositDetail() {
  const { id } = useParams({ from: '/signed-in/deposits/$id' });
  const { data, error, refetch } = useQuery(depositQuery(id));
  const events = useQuery(eventsQuery(id));
  if (data === undefined) {
    return <Unloaded title={t.unknown} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page
      title={t.title(data.venueTransferId)}
      description={
        <Group gap={4}>
          {id}
          <Copy value={id} what={t.id} />
        </Group>
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data.waitingReason !== null && <Note>{data.waitingReason}</Note>}
      {data.takenBackAt !== null && <Note>{t.takenBack(formatTime(data.takenBackAt))}</Note>}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
        <Stack gap="lg">
          <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
            <Amount value={data.amount} asset={data.asset.code} isExact wraps />
          </Text>
          <Facts items={factsOf(data)} />
        </Stack>
        <Stack gap="md">
          <Title order={2} size="h4">
            {t.happened}
          </Title>
          {events.error !== null && <Problem error={events.error} />}
          {events.data !== undefined && <Timeline label={t.happened} items={events.data.map(toItem)} />}
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

function factsOf(row: Deposit): Fact[] {
  const { blockchainDestination: to, fee, asset } = row;
  const { facts } = t;
  return [
    [facts.status, <DepositStatus key="status" {...row} />],
    [facts.venueStatus, row.venueStatus],
    [facts.fee, fee !== null && <Amount key="fee" value={fee} asset={asset.code} isExact wraps />],
    [facts.venue, row.venue],
    [facts.network, to?.network],
    [facts.address, textOf(to?.address, facts.address, true)],
    [facts.tag, textOf(to?.tag, facts.tag)],
    [facts.transaction, textOf(row.blockchainMetadata?.hash, facts.transaction)],
    [facts.internalId, textOf(row.internalTransferId, facts.internalId)],
    [facts.venueId, textOf(row.venueTransferId, facts.venueId)],
    [facts.created, formatTime(row.createdAt)],
    [facts.changed, formatTime(row.updatedAt)],
  ];
}

const textOf = (text: string | null | undefined, name: string, isAddress = false) =>
  typeof text === 'string' && (
    <Group gap={4} wrap="nowrap" align="flex-start">
      {isAddress ? <Address value={text} /> : <span>{text}</span>}
      <Copy value={text} what={name} />
    </Group>
  );

const TONES = { PENDING: 'busy', COMPLETED: 'good', FAILED: 'bad' } as const;

/** What the venue has said each time. */
function toItem(event: DepositEvent, index: number, all: readonly DepositEvent[]): TimelineItem {
  const status = (event.status ?? 'PENDING') as Deposit['status'];
  const before = all[index - 1]?.status;
  const isTakenBack = before === 'COMPLETED' && status !== 'COMPLETED';
  return itemOf(event, index, {
    title: isTakenBack
      ? t.tookBack
      : index > 0 && before === status
        ? t.changedAt
        : (t.became[status] ?? t.changedAt),
    tone: isTakenBack ? 'bad' : (TONES[status] ?? 'idle'),
  });
}
