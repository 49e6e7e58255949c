import type { Link as PartnerLink } from '@quaestor/sdk';
import { Suspense } from 'react';
import { later } from '../../shared/later/index.ts';
import { IconLink } from '../../shared/icons/index.ts';
import {
  CreateLink,
  FindField,
  ListPage,
  listSearch,
  useAddress,
  useOpened,
} from '../../shared/list/index.ts';
import { nameColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { Ago } from '../../shared/text/index.ts';
import { usePages } from '../use-pages.ts';
import { useMayWrite, useReads } from '../viewed.ts';
import { texts } from './texts.ts';

const LinkDetail = later(() => import('./detail.tsx'));

export function Links() {
  const reads = useReads();
  const { q } = useAddress(listSearch).search;
  const { id, close } = useOpened();
  const mayWrite = useMayWrite('links:edit');
  const list = usePages<PartnerLink>(['links', reads.of, 'list', q], async ({ signal, ...page }) => {
    const { links, count } = await reads.links.list({ ...(q !== undefined && { q }), ...page }, { signal });
    return { rows: links, count };
  });
  return (
    <ListPage
      texts={texts.list}
      icon={<IconLink size={32} />}
      action={mayWrite && <CreateLink to="/links/new" label={texts.list.create} />}
      filter={<FindField label={texts.search} />}
      isFiltered={q !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ link_code }) => link_code}
      to={({ link_code }) => ({ id: link_code })}
    >
      <Suspense fallback={null}>
        {id !== undefined && <LinkDetail key={id} code={id} onClose={close} />}
      </Suspense>
    </ListPage>
  );
}

const { columns: t } = texts;
const COLUMNS: readonly Column<PartnerLink>[] = [
  nameColumn('link', t.link, ({ link_code }) => link_code),
  textColumn('campaign', t.campaign, ({ campaign_title }) => campaign_title ?? texts.none),
  textColumn('account', t.account, ({ partner_account }) => partner_account),
  numberColumn('clicks', t.clicks, ({ click_count }) => click_count),
  numberColumn('clients', t.clients, ({ clients_count }) => clients_count),
  {
    id: 'last',
    header: t.lastClick,
    align: 'right',
    text: ({ last_clicked_at }) => last_clicked_at ?? '',
    cell: ({ last_clicked_at }) => (last_clicked_at === null ? texts.none : <Ago at={last_clicked_at} />),
  },
];
