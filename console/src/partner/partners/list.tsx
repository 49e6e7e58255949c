import type { ManagedPartners } from '@quaestor/sdk';
import { IconUsersGroup } from '../../shared/icons/index.ts';
import { CreateLink, FindField, ListPage, listSearch, useAddress } from '../../shared/list/index.ts';
import { useScope } from '../../shared/session/index.ts';
import {
  countryColumn,
  nameColumn,
  numberColumn,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { usdColumn } from '../lists/index.ts';
import { usePages } from '../use-pages.ts';
import { PartnerState, stateOf } from './state.tsx';
import { texts } from './texts.ts';

type Managed = ManagedPartners['partners'][number];

export function Partners() {
  const canEdit = useScope('program:edit');
  const { q } = useAddress(listSearch).search;
  const list = usePages<Managed>(['partners', 'list', q], async ({ signal, ...places }) => {
    const { partners, count } = await partner.partners.list(
      { ...places, ...(q !== undefined && { q }) },
      { signal },
    );
    return { rows: partners, count };
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconUsersGroup size={32} />}
      action={canEdit && <CreateLink to="/partners/new" label={texts.list.create} />}
      filter={<FindField />}
      isFiltered={q !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ partner_uid }) => partner_uid}
      to={({ partner_uid }) => ({ to: '/partners/$uid', params: { uid: partner_uid } })}
    />
  );
}

const COLUMNS: readonly Column<Managed>[] = [
  nameColumn('partner', texts.columns.partner, ({ partner_uid }) => partner_uid),
  countryColumn('country', texts.columns.country, ({ country }) => country),
  textColumn('parent', texts.columns.parent, ({ parent_uid }) => parent_uid ?? texts.none),
  textColumn(
    'state',
    texts.columns.state,
    (row) => stateOf(row).label,
    (row) => <PartnerState partner={row} />,
  ),
  numberColumn('clients', texts.columns.clients, ({ clients_count }) => clients_count),
  numberColumn('links', texts.columns.links, ({ links_count }) => links_count),
  numberColumn('subpartners', texts.columns.subpartners, ({ subpartners_count }) => subpartners_count),
  usdColumn('credited', texts.columns.credited, ({ credited_usd }) => credited_usd),
];
