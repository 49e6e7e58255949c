import type { BalanceRow, Venue } from '@quaestor/sdk';
import { SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconPlugConnectedX } from '../../shared/icons/index.ts';
import { Alarm, Facts, Page, Section } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import {
  alignedColumn,
  digitsColumn,
  PlainTable,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { venueBalancesQuery, venueStatesQuery } from './queries.ts';
import { Liveness } from './state.tsx';
import { ModeSwitch } from './switch.tsx';
import { texts } from './texts.ts';

const { detail: t } = texts;

export function VenueDetail() {
  const { code } = useParams({ from: '/signed-in/venues/$code' });
  const { data, error, refetch } = useQuery(venueStatesQuery());
  const isAdmin = useScope('admin');
  const venue = data?.find((known) => known.code === code);
  if (venue === undefined) {
    const missing = data === undefined ? null : new Error(t.missing(code));
    return <Unloaded title={t.fallback} error={error ?? missing} onRetry={() => void refetch()} />;
  }
  return (
    <Page title={venue.name} description={<Liveness live={venue.live} />}>
      {!venue.live && <WhyNotLive venue={venue} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48} verticalSpacing={40}>
        <Section title={t.switches} description={isAdmin ? t.switchesHint : t.adminsOnly}>
          <Stack gap="md">
            <ModeSwitch venue={venue} member="trading" />
            <ModeSwitch venue={venue} member="withdrawals" />
          </Stack>
        </Section>
        <Section title={t.facts}>
          <Facts items={factsOf(venue)} />
        </Section>
      </SimpleGrid>
      <Balances code={code} />
      {venue.assets.length > 0 && (
        <Section title={t.payouts}>
          <PlainTable name={t.payouts} columns={PAYOUTS} rows={venue.assets} idOf={({ code }) => code} />
        </Section>
      )}
    </Page>
  );
}

function WhyNotLive({ venue: { reason, cause } }: { venue: Venue }) {
  return (
    <Alarm title={t.why} role="status" icon={<IconPlugConnectedX size={18} />}>
      <Stack gap={4}>
        <Text size="sm">{reason ?? texts.notAsked}</Text>
        {cause !== null && <Text size="sm">{texts.fixes[cause]}</Text>}
        <Text size="sm" c="dimmed">
          {t.lastKnown}
        </Text>
      </Stack>
    </Alarm>
  );
}

function Balances({ code }: { code: string }) {
  const { data, error, refetch } = useQuery(venueBalancesQuery(code));
  return (
    <Section title={t.balances}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={120} />}
      {data?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noBalances}
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <PlainTable name={t.balances} columns={BALANCES} rows={data} idOf={({ asset }) => asset} />
      )}
    </Section>
  );
}

const factsOf = ({ code, accounts, capabilities, symbols }: Venue) =>
  [
    [t.code, code],
    [
      t.accounts,
      accounts.map((account) => (
        <div key={account.code}>{t.account(account.code, account.makerFee, account.takerFee)}</div>
      )),
    ],
    [texts.columns.pairs, symbols.map((symbol) => symbol.code).join(', ')],
    [t.capabilities, capabilities.map(t.capability).join(', ')],
  ] as const;

const amount = (id: 'total' | 'available' | 'locked' | 'withdrawing' | 'depositing'): Column<BalanceRow> =>
  digitsColumn(
    id,
    t.balance[id],
    (row) => row[id],
    ({ asset }) => asset,
  );

const BALANCES: readonly Column<BalanceRow>[] = [
  textColumn('asset', t.balance.asset, ({ asset }) => asset),
  amount('total'),
  amount('available'),
  amount('locked'),
  amount('withdrawing'),
  amount('depositing'),
];

const describeNetwork = ({ code, withdrawalFee }: Venue['assets'][number]['networks'][number]): string =>
  withdrawalFee === null || withdrawalFee === '0' ? code : t.payout.charged(code, withdrawalFee);

const PAYOUTS: readonly Column<Venue['assets'][number]>[] = [
  textColumn('asset', t.payout.asset, ({ code }) => code),
  textColumn('networks', t.payout.networks, ({ networks }) => networks.map(describeNetwork).join(', ')),
  {
    id: 'precision',
    header: t.payout.precision,
    align: 'right',
    text: ({ precision }) => `${precision}`,
    cell: ({ precision }) => precision,
  },
  alignedColumn('minimum', t.payout.minimum, ({ minWithdrawal }) => minWithdrawal),
];
