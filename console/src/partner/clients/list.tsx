import type { ClientsRow } from '@quaestor/sdk';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { later } from '../../shared/later/index.ts';
import { IconUserQuestion, IconUsers } from '../../shared/icons/index.ts';
import { Select } from '../../shared/form/index.ts';
import { ListPage, useAddress } from '../../shared/list/index.ts';
import { Status } from '../../shared/parts/index.ts';
import {
  alignedColumn,
  countryColumn,
  dayColumn,
  nameColumn,
  numberColumn,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { countryName } from '../../shared/text/index.ts';
import { FindAndOrder, useFindAndOrder } from '../lists/index.ts';
import { useReportRows } from '../use-pages.ts';
import { useReads, useViewed } from '../viewed.ts';
import { countriesQuery, linkCodesQuery } from './queries.ts';
import { clientsSearch } from './search.ts';
import { texts } from './texts.ts';

const AffiliationCheck = later(() => import('./affiliation-check.tsx'));

export function Clients() {
  const reads = useReads();
  const isViewed = useViewed().partner_uid !== undefined;
  const { country, link } = useAddress(clientsSearch).search;
  const { q, order } = useFindAndOrder(texts.orders);
  const [checks, setChecks] = useState(false);
  const list = useReportRows<ClientsRow>(['clients', reads.of, 'list', q, country, link, order], (options) =>
    reads.reports.clients(
      {
        ...(q !== undefined && { client_uid_contains: q }),
        ...(country !== undefined && { client_country: [country] }),
        ...(link !== undefined && { link_code: [link] }),
        ordering: [order],
      },
      options,
    ),
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconUsers size={32} />}
      action={
        !isViewed && (
          <Button
            variant="default"
            leftSection={<IconUserQuestion size={16} />}
            onClick={() => setChecks(true)}
          >
            {texts.check.open}
          </Button>
        )
      }
      filter={
        <FindAndOrder texts={texts}>
          <Filters />
        </FindAndOrder>
      }
      isFiltered={q !== undefined || country !== undefined || link !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={({ client_uid }) => client_uid}
      to={({ client_uid }) => ({ to: '/clients/$client', params: { client: client_uid } })}
    >
      <Suspense fallback={null}>{checks && <AffiliationCheck onClose={() => setChecks(false)} />}</Suspense>
    </ListPage>
  );
}

/** Clients of one country or link. */
function Filters() {
  const reads = useReads();
  const { search, change } = useAddress(clientsSearch);
  const { data: countries = [] } = useQuery(countriesQuery(reads));
  const { data: links = [] } = useQuery(linkCodesQuery(reads));
  return (
    <>
      <Select
        aria-label={texts.country}
        placeholder={texts.country}
        data={countries.map((code) => ({ value: code, label: countryName(code) }))}
        value={search.country ?? null}
        clearable
        searchable
        w={{ base: '100%', xs: 140 }}
        onChange={(value) => change({ country: value ?? undefined })}
      />
      <Select
        aria-label={texts.link}
        placeholder={texts.link}
        data={links}
        value={search.link ?? null}
        clearable
        searchable
        w={{ base: '100%', xs: 140 }}
        onChange={(value) => change({ link: value ?? undefined })}
      />
    </>
  );
}

export const Identity = ({ kyc_passed: isChecked }: Pick<ClientsRow, 'kyc_passed'>) => (
  <Status
    code={isChecked ? texts.passed : texts.unchecked}
    tone={isChecked ? 'good' : 'idle'}
    label={isChecked ? texts.passed : texts.unchecked}
  />
);

const { columns: t } = texts;
const COLUMNS: readonly Column<ClientsRow>[] = [
  nameColumn('client', t.client, ({ client_uid }) => client_uid),
  countryColumn('country', t.country, ({ client_country }) => client_country),
  textColumn('link', t.link, ({ link_code }) => link_code),
  textColumn(
    'identity',
    t.identity,
    ({ kyc_passed }) => (kyc_passed ? texts.passed : texts.unchecked),
    Identity,
  ),
  dayColumn('registered', t.registered, ({ reg_date }) => reg_date),
  dayColumn('deposit', t.firstDeposit, ({ first_deposit_date }) => first_deposit_date),
  dayColumn('trade', t.lastTrade, ({ last_trade }) => last_trade),
  numberColumn('accounts', t.accounts, ({ accounts_count }) => accounts_count),
  alignedColumn('lots', t.lots, ({ volume_lots }) => volume_lots),
  alignedColumn('reward', t.reward, ({ reward_usd }) => reward_usd),
];
