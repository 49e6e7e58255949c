import { Group, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconStairsUp } from '../../shared/icons/index.ts';
import { CreateLink, ListPage, useAddress, useOpened } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { dayColumn, nameColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { TermState } from '../terms/state.tsx';
import { usePages } from '../use-pages.ts';
import { TierChangeDetail } from './detail.tsx';
import { idOf, type TierChange } from './queries.ts';
import { tiersSearch } from './search.ts';
import { texts } from './texts.ts';
import { TierViews } from './views.tsx';

const TYPING_MS = 250;

export function Tiers() {
  const { search, change } = useAddress(tiersSearch);
  const canEdit = useScope('program:edit');
  const { id, close } = useOpened();
  const [uid] = useDebouncedValue(search.partner, TYPING_MS);
  const list = usePages<TierChange>(['tiers', 'list', uid], async ({ signal, ...places }) =>
    partner.terms.tierChanges({ ...places, ...(uid !== undefined && { partner_uid: uid }) }, { signal }),
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconStairsUp size={32} />}
      action={canEdit && <CreateLink to="/tiers/new" label={texts.list.create} />}
      filter={
        <Group gap="md">
          <TierViews shown="changes" />
          <TextInput
            aria-label={texts.partner}
            placeholder={texts.partner}
            w={240}
            data-filter
            value={search.partner ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ partner: value === '' ? undefined : value }, { replace: true })
            }
          />
        </Group>
      }
      isFiltered={uid !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={idOf}
      to={(row) => ({ id: idOf(row) })}
    >
      {id !== undefined && <TierChangeDetail key={id} id={id} onClose={close} />}
    </ListPage>
  );
}

const timeOf =
  (name: string) =>
  ({ fact }: TierChange): string | null =>
    typeof fact[name] === 'string' ? fact[name] : null;

const COLUMNS: readonly Column<TierChange>[] = [
  nameColumn('partner', texts.columns.partner, ({ fact }) => String(fact['partner_uid'])),
  textColumn('tiers', texts.columns.tiers, ({ fact }) => texts.rise(fact)),
  numberColumn('id', texts.columns.id, idOf),
  textColumn(
    'state',
    texts.columns.state,
    ({ state }) => state,
    ({ state }) => <TermState state={state} />,
  ),
  dayColumn('from', texts.columns.from, timeOf('compensation_period_start')),
  dayColumn('to', texts.columns.to, timeOf('compensation_period_end')),
  dayColumn('paid', texts.columns.paid, timeOf('payment_date')),
];
