import { Anchor, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Facts, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { Ago, formatInteger, formatList } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { Dimmed } from './dimmed.tsx';
import { lastCreditedQuery, summaryQuery } from './queries.ts';
import { texts } from './texts.ts';
import { Tier } from './tier.tsx';

/** What the partner has: its balance, what was credited last, its tier and its clients. */
export function Standing() {
  const { data, error, refetch } = useQuery(summaryQuery(useReads()));
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={160} />;
  return (
    <>
      <Stack gap="xl">
        <Section title={texts.balance.title}>
          {data.balances?.length === 0 && <Dimmed>{texts.balance.empty}</Dimmed>}
          {data.balances?.map(({ currency, balance, reserved_rebates_amount: reserved }) => (
            <div key={currency} data-balance={currency}>
              <Amount value={balance} asset={currency} fz="xl" fw={600} />
              {reserved !== '0' && <Dimmed>{texts.balance.reserved(groupDigits(reserved), currency)}</Dimmed>}
            </div>
          ))}
        </Section>
        <Section title={texts.clients.title}>
          <Facts
            items={[
              [texts.clients.clients, formatInteger(data.clients_count)],
              [texts.clients.accounts, formatInteger(data.client_accounts_count)],
              [texts.clients.subpartners, formatInteger(data.subpartners_count)],
            ]}
          />
        </Section>
      </Stack>
      <Section title={texts.credited.title}>
        <LastCredited />
      </Section>
      <Section title={texts.tier.title}>
        <Tier />
      </Section>
    </>
  );
}

function LastCredited() {
  const { data, error } = useQuery(lastCreditedQuery(useReads()));
  if (error !== null) return <Problem error={error} />;
  if (data === undefined) return <Skeleton height={90} />;
  if (data === null) return <Dimmed>{texts.credited.nothing}</Dimmed>;
  const { payout, at, totals } = data;
  return (
    <Stack gap={4}>
      {totals.reward === null ? (
        <Amount value={totals.reward_usd} asset={texts.figures.usd} fz="xl" fw={600} />
      ) : (
        <Amount value={totals.reward} asset={formatList(totals.currency)} fz="xl" fw={600} />
      )}
      <Dimmed>{texts.credited.about(totals.orders_count, payout)}</Dimmed>
      <Text size="sm" c="dimmed">
        {texts.credited.at} <Ago at={at} />
      </Text>
      <Anchor component={Link} to="/reports/rewards" search={{ reward_order: payout } as never} size="sm">
        {texts.credited.why}
      </Anchor>
    </Stack>
  );
}
