import type { ManagedBalance } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconScale } from '../../shared/icons/index.ts';
import {
  CreateLink,
  find,
  FindField,
  ListPage,
  listSearch,
  useAddress,
  useOpened,
} from '../../shared/list/index.ts';
import { Amount, cutDecimal, placesOf } from '../../shared/money/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { allRows, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { describeBounds, idOf, moveOf, nameOf } from './describe.ts';
import { ManagedBalanceDetail } from './detail.tsx';
import { managedBalancesQuery } from './queries.ts';
import { BalanceState } from './state.tsx';
import { texts } from './texts.ts';

export function ManagedBalances() {
  const balances = useQuery(managedBalancesQuery());
  const { q } = useAddress(listSearch).search;
  const { id, close } = useOpened();
  const isAdmin = useScope('admin');
  const shown = balances.data?.find((row) => idOf(row) === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconScale size={32} />}
      action={isAdmin && <CreateLink to="/managed-balances/new" label={texts.list.create} />}
      filter={<FindField />}
      isFiltered={q !== undefined}
      list={find(allRows(balances), COLUMNS, q)}
      columns={COLUMNS}
      idOf={idOf}
      to={(row) => ({ id: idOf(row) })}
    >
      {shown !== undefined && <ManagedBalanceDetail key={id} balance={shown} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<ManagedBalance>[] = [
  {
    id: 'state',
    header: texts.columns.state,
    text: ({ state }) => texts.states[state],
    cell: ({ state }) => <BalanceState state={state} />,
  },
  nameColumn('asset', texts.columns.asset, nameOf),
  {
    id: 'level',
    header: texts.columns.level,
    align: 'right',
    text: ({ level }) => level ?? '',
    decimal: ({ level, asset }) => cutDecimal(level ?? '', placesOf(asset.code)).shown,
    cell: ({ level, asset }, decimals) =>
      level !== null && <Amount value={level} asset={asset.code} decimals={decimals} fw={500} />,
  },
  textColumn('bounds', texts.columns.bounds, ({ active }) =>
    active === null ? texts.unconfirmed : describeBounds(active.settings),
  ),
  {
    id: 'proposal',
    header: texts.columns.proposal,
    text: ({ proposal }) => (proposal === null ? '' : moveOf(proposal)),
    cell: ({ proposal, reason }) =>
      proposal === null ? (
        <Text size="xs" c="dimmed" maw={320} lineClamp={2} title={reason ?? undefined}>
          {reason}
        </Text>
      ) : (
        moveOf(proposal)
      ),
  },
];
