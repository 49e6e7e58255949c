import type { ClientAccountsRow, ClientsRow, RewardsRow } from '@quaestor/sdk';
import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Amount } from '../../shared/money/index.ts';
import { Copy, Facts, Page, type Fact } from '../../shared/parts/index.ts';
import { nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { Country, formatDay } from '../../shared/text/index.ts';
import { rewardColumns, tradingColumns } from '../lists/index.ts';
import { Found } from '../details/index.ts';
import { useReportRows } from '../use-pages.ts';
import { useReads } from '../viewed.ts';
import { Identity } from './list.tsx';
import { clientQuery } from './queries.ts';
import { texts } from './texts.ts';

const { detail: t } = texts;

export function ClientDetail() {
  const { client } = useParams({ from: '/signed-in/clients/$client' });
  const reads = useReads();
  const query = useQuery(clientQuery(reads, client));
  return (
    <Found texts={t} list="/clients" query={query}>
      {(data) => (
        <Page
          title={data.client_uid}
          description={
            <Group gap={4}>
              {t.kind}
              <Copy value={data.client_uid} what={t.copy} />
            </Group>
          }
        >
          <Facts items={factsOf(data)} />
          <Accounts uid={data.client_uid} />
          <Rewards uid={data.client_uid} />
        </Page>
      )}
    </Found>
  );
}

function factsOf(row: ClientsRow): Fact[] {
  const day = (at: string | null) => (at === null ? t.never : formatDay(at));
  return [
    [t.country, row.client_country !== '' && <Country key="country" code={row.client_country} />],
    [t.link, row.link_code],
    [t.account, `${row.partner_account_name} ${row.partner_account}`],
    [t.platform, row.platform],
    [t.registered, formatDay(row.reg_date)],
    [t.identity, <Identity key="identity" kyc_passed={row.kyc_passed} />],
    [t.firstDeposit, day(row.first_deposit_date)],
    [t.firstTrade, day(row.trade_fn)],
    [t.lastTrade, day(row.last_trade)],
    [t.volume, t.lots(row.volume_lots)],
    [t.reward, <Amount key="reward" value={row.reward_usd} asset="USD" />],
  ];
}

function Accounts({ uid }: { uid: string }) {
  const reads = useReads();
  const list = useReportRows<ClientAccountsRow>(['clients', reads.of, 'one', uid, 'accounts'], (options) =>
    reads.reports.clientAccounts({ client_uid: [uid] }, options),
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
  const reads = useReads();
  const list = useReportRows<RewardsRow>(['clients', reads.of, 'one', uid, 'rewards'], (options) =>
    reads.reports.creditedRewards({ client_uid: [uid], ordering: ['-reward_date'] }, options),
  );
  return (
    <SectionOfRows
      texts={texts.rewards}
      list={list}
      columns={REWARD_COLUMNS}
      idOf={({ id }) => `${id}`}
      to={({ id }) => ({ to: '/rewards/credited/$id', params: { id: String(id) } })}
    />
  );
}

const { columns: a } = texts.accounts;
const ACCOUNT_COLUMNS: readonly Column<ClientAccountsRow>[] = [
  nameColumn('account', a.account, ({ client_account }) => client_account),
  textColumn('type', a.type, ({ client_account_type }) => client_account_type),
  ...tradingColumns<ClientAccountsRow>(),
];

const REWARD_COLUMNS = rewardColumns<RewardsRow>(
  textColumn('into', texts.rewards.columns.into, ({ partner_account }) => partner_account),
);
