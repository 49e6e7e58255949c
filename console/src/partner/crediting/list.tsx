import { IconCoins } from '../../shared/icons/index.ts';
import { CreateLink, ListPage, useAddress, useOpened } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { KindFilter } from '../lists/index.ts';
import { kindSearch } from '../search.ts';
import { usePages } from '../use-pages.ts';
import { PAYOUT_COLUMNS, type MadePayout } from './columns.ts';
import { PayoutDetail } from './detail.tsx';
import { texts } from './texts.ts';

const KINDS = ['rewards', 'adjustments', 'progress'] as const;

export function Payouts() {
  const { search } = useAddress(kindSearch);
  const kind = KINDS.find((known) => known === search.kind);
  const isAdmin = useScope('admin');
  const { id, close } = useOpened();
  const list = usePages<MadePayout>(['crediting', 'list', kind], async ({ signal, ...places }) => {
    const { payouts, count } = await partner.crediting.payouts(
      { ...places, ...(kind !== undefined && { kind }) },
      { signal },
    );
    return { rows: payouts, count };
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconCoins size={32} />}
      action={isAdmin && <CreateLink to="/crediting/new" label={texts.list.create} />}
      filter={<KindFilter label={texts.kind} all={texts.allKinds} kinds={KINDS} nameOf={texts.kindName} />}
      isFiltered={kind !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ number }) => String(number)}
      to={({ number }) => ({ id: String(number) })}
    >
      {id !== undefined && <PayoutDetail key={id} id={id} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<MadePayout>[] = [
  ...PAYOUT_COLUMNS,
  agoColumn('at', texts.columns.at, ({ created_at }) => created_at),
];
