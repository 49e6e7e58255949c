import type { SharedAccountsRow } from '@quaestor/sdk';
import { IconShare3 } from '../../shared/icons/index.ts';
import { ListPage } from '../../shared/list/index.ts';
import {
  alignedColumn,
  countryColumn,
  dayColumn,
  nameColumn,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { FindAndOrder, useFindAndOrder } from '../lists/index.ts';
import { useReportRows } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { texts } from './texts.ts';

export function SharedAccounts() {
  const reads = useReads();
  const { q, order } = useFindAndOrder(texts.orders);
  const list = useReportRows<SharedAccountsRow>(['shared-accounts', reads.of, q, order], (options) =>
    reads.reports.sharedAccounts(
      { ...(q !== undefined && { client_account_contains: q }), ordering: [order] },
      options,
    ),
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconShare3 size={32} />}
      filter={<FindAndOrder texts={texts} />}
      isFiltered={q !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ client_account }) => client_account}
    />
  );
}

const { columns: t } = texts;
const COLUMNS: readonly Column<SharedAccountsRow>[] = [
  nameColumn('account', t.account, ({ client_account }) => client_account),
  textColumn('type', t.type, ({ client_account_type }) => client_account_type),
  textColumn('client', t.client, ({ client_uid }) => client_uid),
  countryColumn('country', t.country, ({ country }) => country),
  textColumn('link', t.link, ({ link_code }) => link_code),
  dayColumn('registered', t.registered, ({ reg_date }) => reg_date),
  dayColumn('trade', t.firstTrade, ({ trade_fn }) => trade_fn),
  alignedColumn('lots', t.lots, ({ volume_lots }) => volume_lots),
  alignedColumn('volume', t.volume, ({ volume_mln_usd }) => volume_mln_usd),
  alignedColumn('commission', t.commission, ({ agent_commission_usd }) => agent_commission_usd),
];
