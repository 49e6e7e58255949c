import { Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { DateField } from '../../shared/form/index.ts';
import { IconReceipt2 } from '../../shared/icons/index.ts';
import { CreateLink, ListPage, useAddress, useOpened } from '../../shared/list/index.ts';
import { today } from '../../shared/period/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { dayColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import { TariffDetail } from './detail.tsx';
import { idOf, type Tariff } from './queries.ts';
import { tariffsSearch } from './search.ts';
import { PartnerInput } from '../terms/inputs.tsx';
import { TermState } from '../terms/state.tsx';
import { texts } from './texts.ts';

const TYPING_MS = 250;
/** Instead of a day: all of them. */
const ALWAYS = 'always';

/** The tariffs in force on a day: today unless another is chosen. */
export function Tariffs() {
  const { search, change } = useAddress(tariffsSearch);
  const canEdit = useScope('program:edit');
  const { id, close } = useOpened();
  const day = search.day ?? today();
  const [uid] = useDebouncedValue(search.partner, TYPING_MS);
  const list = usePages<Tariff>(['tariffs', 'list', uid, day], async ({ signal, ...places }) =>
    partner.terms.tariffs(
      {
        ...places,
        ...(uid !== undefined && { partner_uid: uid }),
        ...(day !== ALWAYS && { day }),
      },
      { signal },
    ),
  );
  const narrow = (part: typeof search) => change({ ...part, id: undefined }, { replace: true });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconReceipt2 size={32} />}
      action={canEdit && <CreateLink to="/tariffs/edit" label={texts.list.create} />}
      filter={
        <Group gap="md" align="flex-end">
          <PartnerInput
            label={texts.partner}
            placeholder={texts.everyPartner}
            w={200}
            data-filter
            canBeEvery
            value={search.partner ?? ''}
            onChange={(value) => narrow({ partner: value === '' ? undefined : value })}
          />
          <DateField
            label={texts.day}
            w={200}
            value={day === ALWAYS ? '' : day}
            onChange={(value) => narrow({ day: value === '' ? ALWAYS : value })}
          />
          {day !== ALWAYS && (
            <Button variant="subtle" onClick={() => narrow({ day: ALWAYS })}>
              {texts.always}
            </Button>
          )}
        </Group>
      }
      isFiltered={uid !== undefined || day !== ALWAYS}
      list={list}
      columns={COLUMNS}
      idOf={idOf}
      to={(row) => ({ id: idOf(row) })}
    >
      {id !== undefined && <TariffDetail key={id} id={id} onClose={close} />}
    </ListPage>
  );
}

const field =
  (name: string) =>
  ({ fact }: Tariff): string =>
    String(fact[name] ?? '');
const dayOf =
  (name: string) =>
  ({ fact }: Tariff): string | null =>
    typeof fact[name] === 'string' ? fact[name] : null;

const COLUMNS: readonly Column<Tariff>[] = [
  nameColumn('partner', texts.columns.partner, (row) => texts.every(field('partner_uid')(row))),
  textColumn('type', texts.columns.type, (row) => texts.every(field('account_type')(row))),
  textColumn('symbol', texts.columns.symbol, (row) => texts.every(field('symbol')(row))),
  textColumn('pays', texts.columns.pays, ({ fact }) => texts.pays(fact)),
  { ...textColumn('level', texts.columns.level, field('level')), align: 'right' },
  {
    id: 'state',
    header: texts.columns.state,
    text: ({ state }) => state,
    cell: ({ state }) => <TermState state={state} />,
  },
  dayColumn('from', texts.columns.from, dayOf('valid_from')),
  dayColumn('to', texts.columns.to, dayOf('valid_to')),
];
