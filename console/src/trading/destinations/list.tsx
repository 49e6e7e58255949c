import type { SavedDestination } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { IconAddressBook } from '../../shared/icons/index.ts';
import {
  CreateLink,
  find,
  FindField,
  ListPage,
  listSearch,
  useAddress,
  useOpened,
} from '../../shared/list/index.ts';
import { Status } from '../../shared/parts/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, allRows, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { shorten } from '../../shared/text/index.ts';
import { DestinationDetail } from './detail.tsx';
import { destinationsQuery, MOST_DESTINATIONS } from '../withdrawals/queries.ts';
import { texts } from './texts.ts';

/** Destinations have no events. */
const EVERY_MS = 30_000;

export function Destinations() {
  const destinations = useQuery({ ...destinationsQuery(), refetchInterval: EVERY_MS });
  const { q } = useAddress(listSearch).search;
  const { id, close } = useOpened();
  const isAdmin = useScope('admin');
  const shown = destinations.data?.find((row) => row.id === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconAddressBook size={32} />}
      action={isAdmin && <CreateLink to="/destinations/new" label={texts.list.create} />}
      filter={<FindField />}
      isFiltered={q !== undefined}
      list={find(allRows(destinations, MOST_DESTINATIONS), COLUMNS, q)}
      columns={COLUMNS}
      idOf={(row) => row.id}
      to={(row) => ({ id: row.id })}
    >
      {shown !== undefined && <DestinationDetail key={shown.id} destination={shown} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<SavedDestination>[] = [
  nameColumn('alias', texts.columns.alias, ({ alias }) => alias),
  textColumn('kind', texts.columns.kind, ({ network }) => network ?? texts.bank),
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
  textColumn('createdBy', texts.columns.createdBy, ({ createdBy }) => createdBy),
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];
