import type { SubpartnersRow } from '@quaestor/sdk';
import { IconHierarchy2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { ListPage } from '../../shared/list/index.ts';
import { dayColumn, nameColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { FindAndOrder, useFindAndOrder } from '../find-and-order.tsx';
import { usePages } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { texts } from './texts.ts';

export function Subpartners() {
  const reads = useReads();
  const navigate = useNavigate();
  const { q, order } = useFindAndOrder(texts.orders);
  const list = usePages<SubpartnersRow>(['subpartners', reads.of, 'list', q, order], async (position) => {
    const { signal, ...page } = position;
    const found =
      q === undefined
        ? undefined
        : (await reads.reports.values('subpartners', { field: 'subpartner_uid', search: q }, { signal }))
            .values;
    if (found?.length === 0) return { rows: [], count: 0 };
    const filter = { ...(found && { subpartner_uid: found }), ordering: [order] };
    const { data, totals } = await reads.reports.subpartners(filter, { signal }).page(page);
    return { rows: data, count: totals.count };
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconHierarchy2 size={32} />}
      filter={<FindAndOrder texts={texts} />}
      isFiltered={q !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ subpartner_uid }) => subpartner_uid}
      onOpen={({ subpartner_uid }) =>
        void navigate({ to: `/subpartners/${encodeURIComponent(subpartner_uid)}` })
      }
    />
  );
}

const { columns: t } = texts;
const COLUMNS: readonly Column<SubpartnersRow>[] = [
  nameColumn('partner', t.partner, ({ subpartner_uid }) => subpartner_uid),
  textColumn('country', t.country, ({ country }) => country),
  numberColumn('clients', t.clients, ({ clients_count }) => clients_count),
  numberColumn('accounts', t.accounts, ({ accounts_count }) => accounts_count),
  dayColumn('trade', t.lastTrade, ({ last_trade }) => last_trade),
  numberColumn('lots', t.lots, ({ volume_lots }) => volume_lots),
  numberColumn('volume', t.volume, ({ volume_mln_usd }) => volume_mln_usd),
  numberColumn('reward', t.reward, ({ reward_usd }) => reward_usd),
];
