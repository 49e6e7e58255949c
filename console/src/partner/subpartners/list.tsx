import type { SubpartnersRow } from '@quaestor/sdk';
import { IconHierarchy2 } from '../../shared/icons/index.ts';
import { ListPage } from '../../shared/list/index.ts';
import {
  alignedColumn,
  countryColumn,
  dayColumn,
  nameColumn,
  numberColumn,
  type Column,
} from '../../shared/table/index.ts';
import { FindAndOrder, useFindAndOrder } from '../lists/index.ts';
import { useReportRows } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { texts } from './texts.ts';

export function Subpartners() {
  const reads = useReads();
  const { q, order } = useFindAndOrder(texts.orders);
  const list = useReportRows<SubpartnersRow>(['subpartners', reads.of, 'list', q, order], (options) =>
    reads.reports.subpartners(
      { ...(q !== undefined && { subpartner_uid_contains: q }), ordering: [order] },
      options,
    ),
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconHierarchy2 size={32} />}
      filter={<FindAndOrder texts={texts} />}
      isFiltered={q !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ subpartner_uid }) => subpartner_uid}
      to={({ subpartner_uid }) => ({
        to: '/subpartners/$subpartner',
        params: { subpartner: subpartner_uid },
      })}
    />
  );
}

const { columns: t } = texts;
const COLUMNS: readonly Column<SubpartnersRow>[] = [
  nameColumn('partner', t.partner, ({ subpartner_uid }) => subpartner_uid),
  countryColumn('country', t.country, ({ country }) => country),
  numberColumn('clients', t.clients, ({ clients_count }) => clients_count),
  numberColumn('accounts', t.accounts, ({ accounts_count }) => accounts_count),
  dayColumn('trade', t.lastTrade, ({ last_trade }) => last_trade),
  alignedColumn('lots', t.lots, ({ volume_lots }) => volume_lots),
  alignedColumn('volume', t.volume, ({ volume_mln_usd }) => volume_mln_usd),
  alignedColumn('reward', t.reward, ({ reward_usd }) => reward_usd),
];
