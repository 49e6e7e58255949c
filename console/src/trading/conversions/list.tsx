import type { Conversion } from '@quaestor/sdk';
import { Button } from '@mantine/core';
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ListFilter, ListPage, toQuery, useListSearch } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { useRows, type Column } from '../../shared/table/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { filterQuery } from './queries.ts';
import { ConversionStatus } from './status.tsx';
import { texts } from './texts.ts';

export function Conversions() {
  const { search, onSearch } = useListSearch();
  const navigate = useNavigate();
  const canConvert = useScope('conversions:edit');
  const filter = useQuery(filterQuery());
  const list = useRows<Conversion>(['conversions', 'list', search], ({ signal, ...position }) =>
    trading.conversions.list(toQuery(search), { signal }).page(position),
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconArrowsExchange size={32} />}
      action={
        canConvert && (
          <Button component={Link} to="/conversions/new" leftSection={<IconPlus size={16} />}>
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
        />
      }
      isFiltered={search.q !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ id }) => id}
      onOpen={({ id }) => void navigate({ to: `/conversions/${id}` })}
    />
  );
}

const COLUMNS: readonly Column<Conversion>[] = [
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status }) => status,
    cell: ({ status }) => <ConversionStatus status={status} />,
  },
  {
    id: 'from',
    header: texts.columns.sold,
    align: 'right',
    text: ({ from }) => `${from.amount} ${from.asset}`,
    cell: ({ from }) => <Amount value={from.amount} asset={from.asset} fw={600} />,
  },
  {
    id: 'to',
    header: texts.columns.bought,
    align: 'right',
    text: ({ to }) => `${to.amount} ${to.asset}`,
    cell: ({ to }) => <Amount value={to.amount} asset={to.asset} fw={600} />,
  },
  {
    id: 'executor',
    header: texts.columns.executor,
    text: ({ executor }) => executor,
    cell: ({ executor }) => texts.executorNames[executor],
  },
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
