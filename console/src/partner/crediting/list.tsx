import { Button } from '@mantine/core';
import { IconCoins } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { ListPage, useAddress, useOpened } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import type { Column } from '../../shared/table/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { KindFilter } from '../kind-filter.tsx';
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
  const shown = list.rows.find(({ number }) => String(number) === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconCoins size={32} />}
      action={
        isAdmin && (
          <Button component={Link} to="/crediting/new" leftSection={<IconCoins size={16} />}>
            {texts.list.create}
          </Button>
        )
      }
      filter={<KindFilter label={texts.kind} all={texts.allKinds} kinds={KINDS} nameOf={texts.kindName} />}
      isFiltered={kind !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ number }) => String(number)}
      to={({ number }) => ({ id: String(number) })}
    >
      {shown !== undefined && <PayoutDetail key={shown.number} payout={shown} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<MadePayout>[] = [
  ...PAYOUT_COLUMNS,
  {
    id: 'at',
    header: texts.columns.at,
    align: 'right',
    text: ({ created_at }) => created_at,
    cell: ({ created_at }) => <Ago at={created_at} />,
  },
];
