import type { TransferDetail as Detail } from '@quaestor/sdk';
import { Group, SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { later } from '../../shared/later/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { Address, Amount } from '../../shared/money/index.ts';
import { Copy, Facts, Note, Page, Section, type Fact } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { DepositStatus } from '../deposits/status.tsx';
import { WithdrawalStatus } from '../withdrawals/status.tsx';
import { transferQuery } from './queries.ts';
import { TransferStatus } from './status.tsx';
import { texts } from './texts.ts';

const { detail: t } = texts;
const Resolve = later(() => import('./resolve.tsx'));

export function TransferDetail() {
  const { id } = useParams({ from: '/signed-in/transfers/$id' });
  const { data, error, refetch } = useQuery(transferQuery(id));
  if (data === undefined) {
    return <Unloaded title={t.unknown} error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Page
      title={t.title(data.reference)}
      description={
        <Group gap={4}>
          {id}
          <Copy value={id} what={t.id} />
        </Group>
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data.waitingReason !== null && <Note>{data.waitingReason}</Note>}
      <Text fz={{ base: 22, sm: 28 }} fw={600} lh={1.2}>
        <Amount value={data.amount} asset={data.asset.code} isExact wraps />
      </Text>
      <Facts
        items={[
          [t.facts.status, <TransferStatus key="status" status={data.status} />],
          [t.facts.created, formatTime(data.createdAt)],
          [t.facts.changed, formatTime(data.updatedAt)],
        ]}
      />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing="xl">
        <Section
          title={t.leaves(data.fromVenue)}
          actions={
            <TextLink to="/withdrawals/$id" params={{ id }} size="sm">
              {t.withdrawal}
            </TextLink>
          }
        >
          <Facts items={sentOf(data)} />
        </Section>
        <Section
          title={t.arrives(data.toVenue)}
          actions={
            data.deposit !== null && (
              <TextLink to="/deposits/$id" params={{ id: data.deposit.id }} size="sm">
                {t.deposit}
              </TextLink>
            )
          }
        >
          <Facts items={receivedOf(data)} />
        </Section>
      </SimpleGrid>
      <Suspense>
        <Resolve transfer={data} />
      </Suspense>
    </Page>
  );
}

function sentOf({ withdrawal, asset }: Detail): Fact[] {
  const { status, hash, internalTransferId, venueTransferId, receivedAmount, fee } = withdrawal;
  return [
    [t.facts.status, <WithdrawalStatus key="status" status={status} />],
    [
      t.facts.received,
      receivedAmount !== null && (
        <Amount key="received" value={receivedAmount} asset={asset.code} isExact wraps />
      ),
    ],
    [t.facts.fee, fee !== null && <Amount key="fee" value={fee} asset={asset.code} isExact wraps />],
    [t.facts.transaction, textOf(hash, t.facts.transaction)],
    [t.facts.internalId, textOf(internalTransferId, t.facts.internalId)],
    [t.facts.venueId, textOf(venueTransferId, t.facts.venueId)],
  ];
}

function receivedOf({ deposit, blockchainDestination: { network, address, tag }, asset }: Detail): Fact[] {
  return [
    [t.facts.status, deposit === null ? texts.notSeen : <DepositStatus key="status" {...deposit} />],
    [
      t.facts.arrived,
      deposit !== null && <Amount key="arrived" value={deposit.amount} asset={asset.code} isExact wraps />,
    ],
    [t.facts.network, network],
    [
      t.facts.address,
      <Group key="address" gap={4} wrap="nowrap" align="flex-start">
        <Address value={address} />
        <Copy value={address} what={t.facts.address} />
      </Group>,
    ],
    [t.facts.tag, textOf(tag, t.facts.tag)],
    [t.facts.venueId, textOf(deposit?.venueTransferId, t.facts.venueId)],
  ];
}

const textOf = (text: string | null | undefined, name: string) =>
  typeof text === 'string' && (
    <Group gap={4} wrap="nowrap" align="flex-start">
      <span>{text}</span>
      <Copy value={text} what={name} />
    </Group>
  );
