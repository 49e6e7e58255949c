import type { PartnerSummary } from '@quaestor/sdk';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../../shared/link/index.ts';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Facts, Section } from '../../shared/parts/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { Ago, formatInteger, formatList } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { Dimmed } from './dimmed.tsx';
import { lastCreditedQuery, summaryQuery, type Credited } from './queries.ts';
import { texts } from './texts.ts';
import { Tier } from './tier.tsx';

/** What the partner has: its balance, what was credited last, its tier and its clients. */
export function Standing() {
  const reads = useReads();
  return (
    <>
      <Loaded query={useQuery(summaryQuery(reads))} height={160}>
        {(summary) => <Holdings {...summary} />}
      </Loaded>
      <Section title={texts.credited.title}>
        <Loaded query={useQuery(lastCreditedQuery(reads))} height={90}>
          {(payout) =>
            payout === null ? <Dimmed>{texts.credited.nothing}</Dimmed> : <LastCredited {...payout} />
          }
        </Loaded>
      </Section>
      <Section title={texts.tier.title}>
        <Tier />
      </Section>
    </>
  );
}

function Holdings(summary: PartnerSummary) {
  return (
    <Stack gap="xl">
      <Section title={texts.balance.title}>
        {summary.balances?.length === 0 && <Dimmed>{texts.balance.empty}</Dimmed>}
        {summary.balances?.map(({ currency, balance, reserved_rebates_amount: reserved }) => (
          <div key={currency} data-balance={currency}>
            <Amount value={balance} asset={currency} fz="xl" fw={600} />
            {reserved !== '0' && <Dimmed>{texts.balance.reserved(groupDigits(reserved), currency)}</Dimmed>}
          </div>
        ))}
      </Section>
      <Section title={texts.clients.title}>
        <Facts
          items={[
            [texts.clients.clients, formatInteger(summary.clients_count)],
            [texts.clients.accounts, formatInteger(summary.client_accounts_count)],
            [texts.clients.subpartners, formatInteger(summary.subpartners_count)],
          ]}
        />
      </Section>
    </Stack>
  );
}

function LastCredited({ payout, at, totals }: Credited) {
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
      <TextLink
        to="/reports/$report"
        params={{ report: 'rewards' }}
        search={{ reward_order: payout }}
        size="sm"
      >
        {texts.credited.why}
      </TextLink>
    </Stack>
  );
}
