import type { WalletAccount } from '@quaestor/sdk';
import { useQuery } from '@tanstack/react-query';
import { IconWallet } from '../../shared/icons/index.ts';
import { ListPage } from '../../shared/list/index.ts';
import { allRows, moneyColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { useReads } from '../viewed.ts';
import { availableOf } from './available.ts';
import { walletsQuery } from './queries.ts';
import { texts } from './texts.ts';

export function Wallets() {
  const reads = useReads();
  const accounts = useQuery(walletsQuery(reads));
  return (
    <ListPage
      texts={texts.list}
      icon={<IconWallet size={32} />}
      list={allRows(accounts)}
      columns={COLUMNS}
      idOf={({ id }) => id}
      to={({ id }) => ({ to: '/wallets/$account', params: { account: id } })}
    />
  );
}

const { columns: t } = texts;
const currencyOf = ({ currency }: WalletAccount) => currency;
const COLUMNS: readonly Column<WalletAccount>[] = [
  nameColumn('name', t.name, ({ name }) => name),
  textColumn('account', t.account, ({ id }) => id),
  textColumn('type', t.type, ({ type }) => texts.types[type]),
  moneyColumn('reserved', t.reserved, ({ reserved_rebates_amount }) => reserved_rebates_amount, currencyOf),
  moneyColumn('available', t.available, availableOf, currencyOf),
  moneyColumn('balance', t.balance, ({ balance }) => balance, currencyOf),
];
