import { Anchor, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { linkSearch } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { Page, Status } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { accountQuery, useService } from '../../shared/session/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { approvalsQuery } from '../approvals/queries.ts';
import { venuesQuery } from '../venues/queries.ts';
import { shortDestination } from '../withdrawals/destination.tsx';
import { WithdrawalStatus } from '../withdrawals/status.tsx';
import { TimeLeft } from '../withdrawals/votes.tsx';
import { Balances } from './balances.tsx';
import classes from './overview.module.css';
import { Volume } from './volume.tsx';
import { texts } from './texts.ts';

const LATEST = 6;

export function Overview() {
  return (
    <Page title={texts.title}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing={40}>
        <Stack gap={40}>
          <Waiting />
          <Latest />
          <Volume />
        </Stack>
        <Stack gap={40}>
          <Balances />
          <Venues />
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

function Part({ title, to, children }: { title: string; to?: string; children: ReactNode }) {
  return (
    <Stack gap="sm" component="section">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {title}
        </Title>
        {to !== undefined && (
          <Anchor component={Link} to={to} size="sm" aria-label={texts.showAllOf(title)}>
            {texts.showAll}
          </Anchor>
        )}
      </Group>
      {children}
    </Stack>
  );
}

interface LineProps {
  readonly to: string;
  /** Of what is open there. */
  readonly id?: string;
  readonly left: ReactNode;
  readonly middle: ReactNode;
  readonly right: ReactNode;
}

/** One line that leads somewhere: what, where to, when. */
function Line({ to, id, left, middle, right }: LineProps) {
  return (
    <Link to={to} {...(id !== undefined && { search: linkSearch({ id }) })} className={classes.line ?? ''}>
      <span>{left}</span>
      <span>{middle}</span>
      <span>{right}</span>
    </Link>
  );
}

function Waiting() {
  const { data: account } = useQuery(accountQuery(useService()));
  const isApprover = account?.scopes.includes('approvals:edit') === true;
  const { data, error } = useQuery({ ...approvalsQuery(), enabled: isApprover });
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
      <div hidden={data?.content.length === 0}>
        {data?.content.slice(0, LATEST).map((row) => (
          <Line
            key={row.id}
            to="/approvals"
            id={row.id}
            left={<Amount value={row.amount} asset={row.asset.code} fw={600} />}
            middle={shortDestination(row)}
            right={<TimeLeft expiresAt={row.approvals.expiresAt} />}
          />
        ))}
      </div>
      {(data?.totalElements ?? 0) > LATEST && (
        <Text size="sm" c="dimmed">
          {texts.waiting.others((data?.totalElements ?? 0) - LATEST)}
        </Text>
      )}
    </Part>
  );
}

function Latest() {
  const { data, error } = useQuery({
    queryKey: ['withdrawals', 'latest'],
    queryFn: ({ signal }) =>
      trading.withdrawals.list({ simulated: false }, { signal }).page({ pageSize: LATEST }),
  });
  return (
    <Part title={texts.latest.title} to="/withdrawals">
      {error !== null && <Problem error={error} />}
      {data?.content.length === 0 && (
        <Text size="sm" c="dimmed">
          {texts.latest.none}
        </Text>
      )}
      <div hidden={data?.content.length === 0}>
        {data?.content.map((row) => (
          <Line
            key={row.id}
            to={`/withdrawals/${row.id}`}
            left={<Amount value={row.amount} asset={row.asset.code} fw={600} />}
            middle={<WithdrawalStatus status={row.status} />}
            right={<Ago at={row.createdAt} />}
          />
        ))}
      </div>
    </Part>
  );
}

function Venues() {
  const { data, error } = useQuery({ ...venuesQuery(), refetchInterval: 5_000 });
  return (
    <Part title={texts.venues.title}>
      {error !== null && <Problem error={error} />}
      {data?.map(({ code, name, live, reason, withdrawals, trading: orders }) => (
        <Group key={code} justify="space-between" wrap="nowrap">
          <Status code={code} tone={live ? 'good' : 'bad'} label={name} />
          <Text size="sm" c="dimmed" ta="right">
            {live ? texts.venues.switches(withdrawals, orders) : (reason ?? texts.venues.notLive)}
          </Text>
        </Group>
      ))}
    </Part>
  );
}
