import type { WithdrawalDetail } from '@quaestor/sdk';
import { Button, Group } from '@mantine/core';
import { IconArrowUpRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DateRange } from '../../shared/form/index.ts';
import { faultsOf, LuceneField } from '../../shared/lucene/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { Empty, Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { accountQuery, useService } from '../../shared/session/index.ts';
import { DataTable, useRows, type Column } from '../../shared/table/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { shortDestination } from './destination.tsx';
import { WithdrawalStatus } from './status.tsx';

const route = getRouteApi('/desk/withdrawals');

interface Search {
  readonly q?: string;
  readonly from?: string;
  readonly to?: string;
}

export function Withdrawals() {
  const search = route.useSearch() as Search;
  const navigate = route.useNavigate();
  const { data: account } = useQuery(accountQuery(useService()));
  const filter = useQuery({
    queryKey: ['filters', 'withdrawal'],
    queryFn: () => trading.filters.withdrawal(),
    staleTime: 60_000,
  });
  const { rows, total, onEnd, error, isLoading, isPending, refetch } = useRows<WithdrawalDetail>(
    ['withdrawals', 'list', search],
    ({ cursor, pageSize, signal }) =>
      trading.withdrawals.list(toQuery(search), { signal }).page({ cursor, pageSize }),
  );
  const change = (part: Search) => void navigate({ search: { ...search, ...part } as never });
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  const create = account?.scopes.includes('venue-transfer:edit') === true && (
    <Button component={Link} to="/withdrawals/new" leftSection={<IconPlus size={16} />}>
      New withdrawal
    </Button>
  );
  return (
    <Page title="Withdrawals" description="Transfers out of a venue, sent at most once." actions={create}>
      <Group gap="sm" align="flex-start">
        <LuceneField
          value={search.q ?? ''}
          onChange={(q) => change({ q: q === '' ? undefined : q } as Search)}
          filter={filter.data}
          error={error}
          placeholder="status:FAILED AND amount:[1000 TO *]"
        />
        <DateRange
          from={search.from}
          to={search.to}
          onChange={({ from, to }) => change({ from, to } as Search)}
        />
      </Group>
      {error !== null && faultsOf(error).length === 0 && (
        <Problem error={error} onRetry={() => void refetch()} />
      )}
      {error === null && !isPending && rows.length === 0 ? (
        <Nothing isFiltered={isFiltered} action={create} />
      ) : (
        error === null && (
          <DataTable
            name="Withdrawals"
            columns={COLUMNS}
            rows={rows}
            idOf={(row) => row.id}
            total={total}
            isLoading={isLoading}
            onEnd={onEnd}
            onOpen={(row) => void navigate({ to: `/withdrawals/${row.id}` } as never)}
          />
        )
      )}
    </Page>
  );
}

/** Whole days of UTC as the times that the server compares. */
const toQuery = ({ q, from, to }: Search) => ({
  ...(q !== undefined && { q }),
  ...(from !== undefined && { from: `${from}T00:00:00.000Z` }),
  ...(to !== undefined && { to: `${to}T23:59:59.999Z` }),
});

function Nothing({ isFiltered, action }: { isFiltered: boolean; action: ReactNode }) {
  return isFiltered ? (
    <Empty icon={<IconArrowUpRight size={32} />} title="No withdrawal matches">
      Change the filter or the dates. Fields and values are completed as you type.
    </Empty>
  ) : (
    <Empty icon={<IconArrowUpRight size={32} />} title="No withdrawal yet" action={action}>
      A withdrawal sends an asset from a venue to an address or a bank account. The policy allows it, asks
      people, or refuses it.
    </Empty>
  );
}

const COLUMNS: readonly Column<WithdrawalDetail>[] = [
  {
    id: 'status',
    header: 'Status',
    text: ({ status }) => status,
    cell: ({ status }) => <WithdrawalStatus status={status} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    text: ({ amount, asset }) => `${amount} ${asset.code}`,
    cell: ({ amount, asset }) => <Amount value={amount} asset={asset.code} fw={600} />,
  },
  {
    id: 'destination',
    header: 'Destination',
    text: (row) => row.blockchainDestination?.address ?? row.fiatDestination?.alias ?? '',
    cell: shortDestination,
  },
  { id: 'venue', header: 'Venue', text: ({ venue }) => venue, cell: ({ venue }) => venue },
  {
    id: 'reference',
    header: 'Reference',
    text: ({ reference }) => reference,
    cell: ({ reference }) => reference,
  },
  {
    id: 'created',
    header: 'Created',
    align: 'right',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];
