import { IconStairsUp } from '../../shared/icons/index.ts';
import { CreateLink, ListPage, useOpened } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { dayColumn, nameColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { TermState } from '../terms/state.tsx';
import { TierViews } from '../tiers/views.tsx';
import { usePages } from '../use-pages.ts';
import { TierLevelDetail } from './detail.tsx';
import { idOf, type TierLevel } from './queries.ts';
import { texts } from './texts.ts';

export function TierLevels() {
  const canEdit = useScope('program:edit');
  const { id, close } = useOpened();
  const list = usePages<TierLevel>(['tier-levels', 'list'], async ({ signal, ...places }) =>
    partner.terms.tierLevels(places, { signal }),
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconStairsUp size={32} />}
      action={canEdit && <CreateLink to="/tiers/levels/edit" label={texts.list.create} />}
      filter={<TierViews shown="levels" />}
      list={list}
      columns={COLUMNS}
      idOf={idOf}
      to={(row) => ({ id: idOf(row) })}
    >
      {id !== undefined && <TierLevelDetail key={id} id={id} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<TierLevel>[] = [
  numberColumn('tier', texts.columns.tier, ({ fact }) => String(fact['tier_group_id'])),
  nameColumn('name', texts.columns.name, ({ fact }) => String(fact['name'])),
  textColumn('takes', texts.columns.takes, ({ fact }) => texts.takes(fact)),
  textColumn(
    'state',
    texts.columns.state,
    ({ state }) => state,
    ({ state }) => <TermState state={state} />,
  ),
  dayColumn('from', texts.columns.from, ({ fact }) => String(fact['valid_from'])),
];
