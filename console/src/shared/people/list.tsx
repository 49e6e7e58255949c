import type { ListedPerson } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { IconUsers } from '../icons/index.ts';
import { CreateLink, find, FindField, ListPage, listSearch, useAddress, useOpened } from '../list/index.ts';
import { agoColumn, allRows, textColumn, type Column } from '../table/index.ts';
import { useService } from '../session/index.ts';
import { Ago, formatList } from '../text/index.ts';
import { PersonDetail } from './detail.tsx';
import { MOST, peopleQuery } from './queries.ts';
import { roleName, type RoleTexts } from './roles.tsx';
import { PersonState, stateOf } from './state.tsx';
import { texts } from './texts.ts';

export function People({ roles }: { roles: RoleTexts }) {
  const people = useQuery(peopleQuery(useService()));
  const columns = useMemo(() => columnsOf(roles), [roles]);
  const { q } = useAddress(listSearch).search;
  const { id, close } = useOpened();
  const shown = people.data?.find(({ login }) => login === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconUsers size={32} />}
      action={<CreateLink to="/people/new" label={texts.list.create} />}
      filter={<FindField />}
      isFiltered={q !== undefined}
      list={find(allRows(people, MOST), columns, q)}
      columns={columns}
      idOf={({ login }) => login}
      to={({ login }) => ({ id: login })}
    >
      {shown !== undefined && <PersonDetail key={shown.login} roles={roles} person={shown} onClose={close} />}
    </ListPage>
  );
}

const columnsOf = (known: RoleTexts): readonly Column<ListedPerson>[] => [
  {
    id: 'login',
    header: texts.columns.login,
    text: ({ login }) => login,
    cell: ({ login }) => (
      <Text span inherit fw={500}>
        {login}
      </Text>
    ),
  },
  {
    id: 'roles',
    header: texts.columns.roles,
    text: (person) => rolesOf(known, person),
    cell: (person) => rolesOf(known, person),
  },
  {
    id: 'state',
    header: texts.columns.state,
    text: (person) => stateOf(person).label,
    cell: (person) => <PersonState person={person} />,
  },
  textColumn('factors', texts.columns.factors, ({ factors }) => texts.factorsOf(factors)),
  {
    id: 'last-sign-in',
    header: texts.columns.lastSignIn,
    align: 'right',
    text: ({ lastSignInAt }) => lastSignInAt ?? '',
    cell: ({ lastSignInAt }) => (lastSignInAt === null ? texts.unknown : <Ago at={lastSignInAt} />),
  },
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
];

const rolesOf = (known: RoleTexts, { roles, partnerUid }: ListedPerson): string => {
  if (partnerUid !== null) return texts.ofPartner(partnerUid);
  return roles.length === 0 ? texts.noRoles : formatList(roles.map((role) => roleName(known, role)));
};
