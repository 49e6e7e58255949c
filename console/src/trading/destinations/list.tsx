import type { SavedDestination } from '@quaestor/sdk';
import { Button, Text } from '@mantine/core';
import { IconAddressBook, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { find, FindField, ListPage, useListSearch, useOpened } from '../../shared/list/index.ts';
import { Status } from '../../shared/parts/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { allRows, type Column } from '../../shared/table/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { shorten } from '../withdrawals/destination.tsx';
import { DestinationDetail } from './detail.tsx';
import { destinationsQuery } from './queries.ts';
import { texts } from './texts.ts';

export function Destinations() {
  const destinations = useQuery(destinationsQuery());
  const { q } = useListSearch().search;
  const { id, open, close } = useOpened();
  const isAdmin = useScope('admin');
  const shown = destinations.data?.find((row) => row.id === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconAddressBook size={32} />}
      action={
        isAdmin && (
          <Button component={Link} to="/destinations/new" leftSection={<IconPlus size={16} />}>
            {texts.list.create}
          </Button>
        )
      }
      filter={<FindField />}
      isFiltered={q !== undefined}
      list={find(allRows(destinations), COLUMNS, q)}
      columns={COLUMNS}
      idOf={(row) => row.id}
      onOpen={(row) => open(row.id)}
    >
      {shown !== undefined && <DestinationDetail key={shown.id} destination={shown} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<SavedDestination>[] = [
  {
    id: 'alias',
    header: texts.columns.alias,
    text: ({ alias }) => alias,
    cell: ({ alias }) => (
      <Text span inherit fw={500}>
        {alias}
      </Text>
    ),
  },
  {
    id: 'kind',
    header: texts.columns.kind,
    text: ({ network }) => network ?? texts.bank,
    cell: ({ network }) => network ?? texts.bank,
  },
  {
    id: 'where',
    header: texts.columns.where,
    text: ({ address, account }) => address ?? account ?? '',
    cell: ({ address, account }) => (address === null ? account : shorten(address)),
  },
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status }) => status,
    cell: ({ status }) => <Status code={status} tone={status === 'CONFIRMED' ? 'good' : 'warn'} />,
  },
  {
    id: 'createdBy',
    header: texts.columns.createdBy,
    text: ({ createdBy }) => createdBy,
    cell: ({ createdBy }) => createdBy,
  },
  {
    id: 'created',
    header: texts.columns.created,
    align: 'right',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];
