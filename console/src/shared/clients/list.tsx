import type { Client } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconPlugConnected } from '../icons/index.ts';
import type { Path } from '../link/index.ts';
import { CreateLink, find, FindField, ListPage, listSearch, useAddress, useOpened } from '../list/index.ts';
import { allRows, type Column } from '../table/index.ts';
import { useService } from '../session/index.ts';
import { Ago, formatList } from '../text/index.ts';
import { ClientDetail } from './detail.tsx';
import { clientsQuery, MOST } from './queries.ts';
import type { ScopeTexts } from './scopes.tsx';
import { ClientState } from './state.tsx';
import { texts } from './texts.ts';

export function Clients({ scopes, create }: { scopes: ScopeTexts; create: Path }) {
  const clients = useQuery(clientsQuery(useService()));
  const { q } = useAddress(listSearch).search;
  const { id, close } = useOpened();
  const shown = clients.data?.find(({ name }) => name === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconPlugConnected size={32} />}
      action={<CreateLink to={create} label={texts.list.create} />}
      filter={<FindField />}
      isFiltered={q !== undefined}
      list={find(allRows(clients, MOST), COLUMNS, q)}
      columns={COLUMNS}
      idOf={({ name }) => name}
      to={({ name }) => ({ id: name })}
    >
      {shown !== undefined && (
        <ClientDetail key={shown.name} scopes={scopes} client={shown} onClose={close} />
      )}
    </ListPage>
  );
}

const COLUMNS: readonly Column<Client>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    text: ({ name }) => name,
    cell: ({ name }) => (
      <Text span inherit fw={500}>
        {name}
      </Text>
    ),
  },
  {
    id: 'owner',
    header: texts.columns.owner,
    text: ({ owner }) => owner ?? '',
    cell: ({ owner }) => owner ?? texts.noOwner,
  },
  {
    id: 'scopes',
    header: texts.columns.scopes,
    text: ({ scopes }) => scopes.join(' '),
    cell: ({ scopes }) => (
      <span title={formatList(scopes)}>{scopes.length === 1 ? scopes[0] : texts.scopes(scopes.length)}</span>
    ),
  },
  {
    id: 'state',
    header: texts.columns.state,
    text: ({ revokedAt }) => (revokedAt === null ? texts.active : texts.revoked),
    cell: ClientState,
  },
  {
    id: 'created',
    header: texts.columns.created,
    align: 'right',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <Ago at={createdAt} />,
  },
];
