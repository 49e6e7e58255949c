import type { RebateGroup } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { IconDiscount2 } from '../../shared/icons/index.ts';
import { CreateLink, ListPage } from '../../shared/list/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { allRows, nameColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { groupsQuery } from './queries.ts';
import { texts } from './texts.ts';

export function RebateGroups() {
  const reads = useReads();
  const mayWrite = useMayWrite('rebates:edit');
  const groups = useQuery(groupsQuery(reads));
  return (
    <ListPage
      texts={texts.list}
      icon={<IconDiscount2 size={32} />}
      action={mayWrite && <CreateLink to="/rebates/new" label={texts.list.create} />}
      list={allRows(groups)}
      columns={COLUMNS}
      idOf={({ id }) => `${id}`}
      to={({ id }) => ({ to: '/rebates/$group', params: { group: String(id) } })}
    />
  );
}

const { columns: t } = texts;
const COLUMNS: readonly Column<RebateGroup>[] = [
  nameColumn('title', t.title, ({ group_title }) => group_title),
  textColumn('type', t.type, ({ group_type }) => texts.types[group_type]),
  textColumn('period', t.period, ({ rebate_period }) => texts.periods[rebate_period]),
  textColumn('current', t.current, ({ rebate_period_start, rebate_period_end }) =>
    texts.span(rebate_period_start, rebate_period_end),
  ),
  numberColumn('clients', t.clients, ({ clients_count }) => clients_count),
  {
    id: 'percent',
    header: t.percent,
    align: 'right',
    text: ({ rebate_percent }) => rebate_percent,
    cell: ({ rebate_percent }) => texts.percent(groupDigits(rebate_percent)),
  },
];
