import type { ExplainedReward, SecondLevelAccountsRow, SubpartnersRow } from '@quaestor/sdk';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Copy, Facts, Page, type Fact } from '../../shared/parts/index.ts';
import { countryColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { Country, formatDay, formatInteger } from '../../shared/text/index.ts';
import { rewardColumns, tradingColumns } from '../lists/index.ts';
import { useCreditedBelow } from '../explanations/queries.ts';
import { Found } from '../details/index.ts';
import { useReportRows } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { texts } from './texts.ts';

const { detail: t } = texts;

export function SubpartnerDetail() {
  const { subpartner } = useParams({ from: '/signed-in/subpartners/$subpartner' });
  const reads = useReads();
  const query = useQuery({
    queryKey: ['subpartners', reads.of, 'one', subpartner],
    queryFn: async ({ signal }) => {
      const report = reads.reports.subpartners({ subpartner_uid: [subpartner] }, { signal });
      return (await report.page({ limit: 1 })).data[0] ?? null;
    },
  });
  return (
    <Found texts={t} list="/subpartners" query={query}>
      {(data) => (
        <Page
          title={data.subpartner_uid}
          description={
            <Group gap={4}>
              {t.kind}
              <Copy value={data.subpartner_uid} what={t.copy} />
            </Group>
          }
        >
          <Facts items={factsOf(data)} />
          <Accounts uid={data.subpartner_uid} />
          <Rewards uid={data.subpartner_uid} />
        </Page>
      )}
    </Found>
  );
}

const factsOf = (row: SubpartnersRow): Fact[] => [
  [t.country, row.country !== '' && <Country key="country" code={row.country} />],
  [t.clients, formatInteger(row.clients_count)],
  [t.accounts, formatInteger(row.accounts_count)],
  [t.lastTrade, row.last_trade === null ? t.never : formatDay(row.last_trade)],
  [t.lots, groupDigits(row.volume_lots)],
  [t.volume, t.millions(row.volume_mln_usd)],
  [t.reward, <Amount key="reward" value={row.reward_usd} asset="USD" />],
];

function Accounts({ uid }: { uid: string }) {
  const reads = useReads();
  const list = useReportRows<SecondLevelAccountsRow>(
    ['subpartners', reads.of, 'one', uid, 'accounts'],
    (options) =>
      reads.reports.secondLevelAccounts({ subpartner_uid: [uid], ordering: ['-reward_usd'] }, options),
  );
  return (
    <SectionOfRows
      texts={texts.accounts}
      list={list}
      columns={ACCOUNT_COLUMNS}
      idOf={({ client_account }) => client_account}
    />
  );
}

function Rewards({ uid }: { uid: string }) {
  return (
    <SectionOfRows
      texts={texts.rewards}
      list={useCreditedBelow(useReads(), uid)}
      columns={REWARD_COLUMNS}
      idOf={({ id }) => String(id)}
      to={({ id }) => ({ to: '/rewards/credited/$id', params: { id: String(id) } })}
    />
  );
}

const { columns: a } = texts.accounts;
const ACCOUNT_COLUMNS: readonly Column<SecondLevelAccountsRow>[] = [
  nameColumn('account', a.account, ({ client_account }) => client_account),
  textColumn('client', a.client, ({ client_uid }) => client_uid),
  countryColumn('country', a.country, ({ client_country }) => client_country),
  ...tradingColumns<SecondLevelAccountsRow>(),
];

const REWARD_COLUMNS = rewardColumns<ExplainedReward>(
  textColumn('from', texts.rewards.columns.from, ({ subpartner_account: from }) => from ?? ''),
);
