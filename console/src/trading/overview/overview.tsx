import { Group, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, type ReactNode } from 'react';
import { later } from '../../shared/later/index.ts';
import { TextLink, type Path, type Place } from '../../shared/link/index.ts';
import { Amount, mostPlaces } from '../../shared/money/index.ts';
import { Page, Status } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount, useScope } from '../../shared/session/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { approvalsQuery } from '../approvals/queries.ts';
import { ConversionStatus } from '../conversions/status.tsx';
import { inFlightOf, inFlightQuery } from '../transfers/queries.ts';
import { venueStatesQuery } from '../venues/queries.ts';
import { shortDestination } from '../withdrawals/destination.tsx';
import { WithdrawalStatus } from '../withdrawals/status.tsx';
import { TimeLeft } from '../withdrawals/votes.tsx';
import { Balances } from './balances.tsx';
import { Line, Lines } from './line.tsx';
import { texts } from './texts.ts';

const History = later(() => import('./history.tsx'));
const Tasks = later(() => import('./tasks.tsx'));
const Usage = later(() => import('./usage.tsx'));
const LATEST = 6;

export function Overview() {
  return (
    <Page title={texts.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing={40}>
        <Stack gap={40}>
          <Waiting />
          <Latest />
          <Part title={texts.usage.title}>
            <Suspense fallback={<Skeleton height={80} />}>
              <Usage />
            </Suspense>
          </Part>
        </Stack>
        <Stack gap={40}>
          <Balances />
          <InFlight />
          <Venues />
        </Stack>
      </SimpleGrid>
      <Suspense fallback={<Skeleton height={320} mt={40} />}>
        <History />
      </Suspense>
    </Page>
  );
}

function Part({ title, to, children }: { title: string; to?: Path; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {to !== undefined && (
          <TextLink to={to} size="sm" aria-label={texts.showAllOf(title)}>
            {texts.showAll}
          </TextLink>
        )}
      </Group>
      {children}
    </Stack>
  );
}

function Waiting() {
  const scopes = useAccount()?.scopes ?? [];
  const isApprover = scopes.includes('approvals:edit');
  const { data, error } = useQuery({ ...approvalsQuery(), enabled: isApprover });
  const rows = data?.content.slice(0, LATEST) ?? [];
  const decimals = mostPlaces(rows.map(({ amount, asset }) => ({ value: amount, asset: asset.code })));
  return (
    <Part title={texts.waiting.title} to="/approvals">
      {error !== null && <Problem error={error} />}
      {!isApprover && (
        <Text size="sm" c="dimmed">
          {texts.waiting.notApprover}
        </Text>
      )}
      {data?.content.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.waiting.nothing}
        </Text>
      )}
      <Lines>
        {rows.map((row) => (
          <Line
            key={row.id}
            place={{ to: '/approvals', search: { id: row.id } }}
            left={<Amount value={row.amount} asset={row.asset.code} decimals={decimals} fw={600} wraps />}
            middle={shortDestination(row)}
            right={<TimeLeft expiresAt={row.approvals.expiresAt} />}
          />
        ))}
      </Lines>
      {(data?.totalElements ?? 0) > LATEST && (
        <Text size="sm" c="dimmed">
          {texts.waiting.others((data?.totalElements ?? 0) - LATEST)}
        </Text>
      )}
      <Suspense>
        <Tasks />
      </Suspense>
    </Part>
  );
}

/** What has left one venue and is not credited at another: no balance shows it. */
function InFlight() {
  const { data, error } = useQuery(inFlightQuery());
  const decimals = mostPlaces((data ?? []).map(({ amount, asset }) => ({ value: amount, asset })));
  return (
    <Part title={texts.inFlight.title} to="/transfers">
      {error !== null && <Problem error={error} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.inFlight.none}
        </Text>
      )}
      <Lines>
        {data?.map(({ asset, amount, transfers }) => (
          <Line
            key={asset}
            place={{ to: '/transfers', search: { q: inFlightOf(asset) } }}
            left={<Amount value={amount} asset={asset} decimals={decimals} fw={600} wraps />}
            middle={texts.inFlight.transfers(transfers)}
          />
        ))}
      </Lines>
    </Part>
  );
}

interface Movement {
  readonly id: string;
  readonly place: Place;
  readonly at: string;
  readonly amount: { readonly value: string; readonly asset: string };
  readonly middle: ReactNode;
}

/** The newest withdrawals and, for those who may see them, conversions. */
function Latest() {
  const withdrawals = useQuery({
    queryKey: ['withdrawals', 'latest'],
    queryFn: ({ signal }) =>
      trading.withdrawals.list({ simulated: false }, { signal }).page({ pageSize: LATEST }),
  });
  const seesConversions = useScope('conversions:view');
  const conversions = useQuery({
    queryKey: ['conversions', 'latest'],
    queryFn: ({ signal }) => trading.conversions.list({}, { signal }).page({ pageSize: LATEST }),
    enabled: seesConversions,
  });
  const error = withdrawals.error ?? conversions.error;
  const movements = [
    ...(withdrawals.data?.content ?? []).map(({ id, amount, asset, status, createdAt }): Movement => ({
      id,
      place: { to: '/withdrawals/$id', params: { id } },
      at: createdAt,
      amount: { value: amount, asset: asset.code },
      middle: <What name={texts.latest.withdrawal} status={<WithdrawalStatus status={status} />} />,
    })),
    ...(conversions.data?.content ?? []).map(({ id, from, to, status, createdAt }): Movement => ({
      id,
      place: { to: '/conversions/$id', params: { id } },
      at: createdAt,
      amount: { value: from.amount, asset: from.asset },
      middle: <What name={texts.latest.conversion(to.asset)} status={<ConversionStatus status={status} />} />,
    })),
  ];
  const newest = movements.toSorted((a, b) => b.at.localeCompare(a.at)).slice(0, LATEST);
  const decimals = mostPlaces(newest.map(({ amount }) => amount));
  return (
    <Part title={texts.latest.title}>
      {error !== null && <Problem error={error} />}
      {newest.length === 0 && withdrawals.isSuccess && (conversions.isSuccess || !seesConversions) && (
        <Text size="sm" c="dimmed">
          {texts.latest.none}
        </Text>
      )}
      <Lines>
        {newest.map(({ id, place, at, amount, middle }) => (
          <Line
            key={id}
            place={place}
            left={<Amount {...amount} decimals={decimals} fw={600} wraps />}
            middle={middle}
            right={<Ago at={at} />}
          />
        ))}
      </Lines>
    </Part>
  );
}

const What = ({ name, status }: { name: string; status: ReactNode }) => (
  <Group gap="xs" justify="space-between">
    {name}
    {status}
  </Group>
);

function Venues() {
  const { data, error } = useQuery(venueStatesQuery());
  return (
    <Part title={texts.venues.title}>
      {error !== null && <Problem error={error} />}
      {data?.map(({ code, name, live, reason, withdrawals, trading: orders }) => (
        <Group key={code} justify="space-between" wrap="nowrap">
          <Status code={code} tone={live ? 'good' : 'bad'} label={name} />
          <Text size="sm" c="dimmed" ta="right">
            {live
              ? texts.venues.switches(texts.venues.modes[withdrawals], texts.venues.modes[orders])
              : (reason ?? texts.venues.notLive)}
          </Text>
        </Group>
      ))}
    </Part>
  );
}
