import type { WithdrawalDetail } from '@quaestor/sdk';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CreateLink, ListFilter, ListPage, toQuery, useListSearch } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, textColumn, useRows, type Column } from '../../shared/table/index.ts';
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
      action={canTransfer && <CreateLink to="/withdrawals/new" label={texts.list.create} />}
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
  textColumn('reference', texts.columns.reference, ({ reference }) => reference),
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];
