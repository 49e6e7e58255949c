import type { WithdrawalDetail } from '@quaestor/sdk';
import { Button } from '@mantine/core';
import { IconArrowUpRight, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ListFilter, ListPage, toQuery, useListSearch } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { useRows, type Column } from '../../shared/table/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { amountColumn, destinationColumn, venueColumn } from './columns.tsx';
import { filterQuery } from './queries.ts';
import { WithdrawalStatus } from './status.tsx';
import { texts } from './texts.ts';

export function Withdrawals() {
  const { search, onSearch } = useListSearch();
  const navigate = useNavigate();
  const canTransfer = useScope('venue-transfer:edit');
  const filter = useQuery(filterQuery());
  const list = useRows<WithdrawalDetail>(['withdrawals', 'list', search], ({ signal, ...position }) =>
    trading.withdrawals.list(toQuery(search), { signal }).page(position),
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconArrowUpRight size={32} />}
      action={
        canTransfer && (
          <Button component={Link} to="/withdrawals/new" leftSection={<IconPlus size={16} />}>
            {texts.list.create}
          </Button>
        )
      }
      filter={
        <ListFilter
          search={search}
          onSearch={onSearch}
          filter={filter.data}
          error={list.error}
          example={texts.list.example}
          hasDates
        />
      }
      isFiltered={Object.keys(toQuery(search)).length > 0}
      list={list}
      columns={COLUMNS}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: `/withdrawals/${id}` })}
    />
  );
}

const COLUMNS: readonly Column<WithdrawalDetail>[] = [
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status }) => status,
    cell: ({ status }) => <WithdrawalStatus status={status} />,
  },
  amountColumn,
  destinationColumn,
  venueColumn,
  {
    id: 'reference',
    header: texts.columns.reference,
    text: ({ reference }) => reference,
    cell: ({ reference }) => reference,
  },
  {
    id: 'created',
    header: texts.columns.created,
    align: 'right',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];
