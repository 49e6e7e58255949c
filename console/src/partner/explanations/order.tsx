import type { OrderExplanation } from '@quaestor/sdk';
import { SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { TextLink } from '../../shared/link/index.ts';
import { groupDigits } from '../../shared/money/index.ts';
import { Facts, Note, Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { formatTime, sentenceOf } from '../../shared/text/index.ts';
import { codeName } from '../names-texts.ts';
import { useReads } from '../viewed.ts';
import { Back } from './back.tsx';
import { Calculation } from './calculation.tsx';
import classes from './explanations.module.css';
import { InCurrency } from './in-currency.tsx';
import { Payouts } from './payouts.tsx';
import { orderQuery } from './queries.ts';
import { texts } from './texts.ts';

const { order: t } = texts;
type Earned = OrderExplanation['rewards'][number];

/** All that an order earned, and how. */
export function Order() {
  const { order: id } = useParams({ from: '/signed-in/rewards/orders/$order' });
  const { data, error, refetch } = useQuery(orderQuery(useReads(), id));
  return (
    <Page title={t.title(id)} description={<Back day={data?.date} />}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton height={400} />}
      {data !== undefined && <Explained order={data} />}
    </Page>
  );
}

function Explained({ order }: { order: OrderExplanation }) {
  const isOwn = order.rewards.some(({ kind }) => kind === 'reward');
  return (
    <Stack gap="xl">
      <Facts
        items={[
          [t.facts.closed, formatTime(order.close_date)],
          [t.facts.opened, formatTime(order.open_date)],
          [texts.day.orders.columns.symbol, order.symbol],
          [texts.day.orders.columns.account, order.client_account],
          [t.facts.type, order.client_account_type],
          [t.facts.volume, t.facts.lots(groupDigits(order.volume_lots), groupDigits(order.volume_mln_usd))],
          [
            t.facts.formula,
            isOwn && (order.formula_code === null ? t.facts.noFormula : codeName(order.formula_code)),
          ],
          [t.facts.batch, order.sent_in_batch],
          [t.facts.state, order.awaits_crediting && t.facts.awaits],
        ]}
      />
      {order.rewards.map((earned) => (
        <Earning key={keyOf(earned)} earned={earned} />
      ))}
    </Stack>
  );
}

const keyOf = ({ kind, share, compensation_id: compensation }: Earned): string =>
  `${kind} ${share?.agent_uid ?? ''} ${compensation ?? ''}`;

function Earning({ earned }: { earned: Earned }) {
  const { kind, partner_account: account, compensation_id: compensation, suspension, share } = earned;
  return (
    <Stack gap="lg" component="section" className={classes.earning} data-earning={kind}>
      <div>
        <Title order={2} size="h4">
          {t.kinds[kind] ?? sentenceOf(kind)}
        </Title>
        {account !== null && (
          <Text size="sm" c="dimmed">
            {t.into(account)}
          </Text>
        )}
        {compensation !== null && (
          <TextLink to="/rewards/progress/$id" params={{ id: String(compensation) }} size="sm">
            {t.compensation(compensation)}
          </TextLink>
        )}
      </div>
      {suspension !== null && <Note>{suspension.message}</Note>}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Tariff title={texts.tariff.title} tariff={earned.tariff} />
        <Tariff title={texts.tariff.second} tariff={earned.second_level_tariff} />
        {share !== null && (
          <Stack gap="xs">
            <Title order={3} size="h5">
              {texts.share.title}
            </Title>
            <Facts
              items={[
                [texts.share.agent, share.agent_uid],
                [texts.share.percent, `${share.percent} %`],
                [texts.share.days, texts.tariff.since(share.shared_from, share.shared_to)],
              ]}
            />
          </Stack>
        )}
      </SimpleGrid>
      <Calculation title={texts.calculation.usd} of={earned.reward_usd} />
      <InCurrency reward={earned.reward} />
      <Stack gap="xs">
        <Title order={3} size="h5">
          {texts.payouts.title}
        </Title>
        {kind !== 'progress_reward' && earned.credited.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.payouts.about}
          </Text>
        )}
        <Payouts payments={earned.credited} />
      </Stack>
    </Stack>
  );
}

function Tariff({ title, tariff }: { title: string; tariff: Earned['tariff'] }) {
  if (tariff === null) return null;
  const { partner_uid: partner, account_type: type, symbol, valid_from: from, valid_to: to } = tariff;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {title}
      </Title>
      <Facts
        items={[
          [texts.tariff.for, texts.tariff.scope(partner, type, symbol)],
          [texts.tariff.valid, texts.tariff.since(from, to)],
          [texts.tariff.formula, codeName(tariff.formula_code)],
          [texts.tariff.level, tariff.level],
          [texts.tariff.chosen, texts.tariff.why(tariff.names, tariff.others)],
        ]}
      />
    </Stack>
  );
}
