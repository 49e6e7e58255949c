import type { Venue } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { IconBuildingBank } from '../../shared/icons/index.ts';
import { ListPage } from '../../shared/list/index.ts';
import { allRows, nameColumn, type Column } from '../../shared/table/index.ts';
import { venueStatesQuery } from './queries.ts';
import { ModeStatus, VenueState } from './state.tsx';
import { texts } from './texts.ts';

export function Venues() {
  const list = allRows(useQuery(venueStatesQuery()));
  return (
    <ListPage
      texts={texts.list}
      icon={<IconBuildingBank size={32} />}
      list={list}
      columns={COLUMNS}
      idOf={({ code }) => code}
      to={({ code }) => ({ to: '/venues/$code', params: { code } })}
    />
  );
}

const COLUMNS: readonly Column<Venue>[] = [
  nameColumn('name', texts.columns.name, ({ name }) => name),
  {
    id: 'state',
    header: texts.columns.state,
    text: ({ live, reason }) => (live ? texts.live : (reason ?? texts.notAsked)),
    cell: VenueState,
  },
  {
    id: 'trading',
    header: texts.columns.trading,
    text: ({ trading }) => texts.modes[trading],
    cell: ({ trading }) => <ModeStatus mode={trading} />,
  },
  {
    id: 'withdrawals',
    header: texts.columns.withdrawals,
    text: ({ withdrawals }) => texts.modes[withdrawals],
    cell: ({ withdrawals }) => <ModeStatus mode={withdrawals} />,
  },
  {
    id: 'pairs',
    header: texts.columns.pairs,
    align: 'right',
    text: ({ symbols }) => `${symbols.length}`,
    cell: ({ symbols }) => symbols.length,
  },
  {
    id: 'assets',
    header: texts.columns.assets,
    align: 'right',
    text: ({ assets }) => `${assets.length}`,
    cell: ({ assets }) => assets.length,
  },
];
