import type { TierProgress } from '@quaestor/sdk';
import { Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { TextLink } from '../../shared/link/index.ts';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { measured } from '../figures/index.ts';
import { useReads } from '../viewed.ts';
import { Dimmed } from './dimmed.tsx';
import { progressQuery, tierQuery } from './queries.ts';
import { riseTo } from './rise.ts';
import { texts } from './texts.ts';

const { tier: t } = texts;
const DECIMALS = 2;

/** The tier of the partner, how it rose, and what is missing for the next one. */
export function Tier() {
  return (
    <Loaded query={useQuery(tierQuery(useReads()))} height={120}>
      {(progress) => <Reached progress={progress} />}
    </Loaded>
  );
}

function Reached({ progress }: { progress: TierProgress }) {
  const { tier, next } = progress;
  return (
    <Stack gap="md">
      {tier === null ? (
        <Dimmed>{t.none}</Dimmed>
      ) : (
        <Stack gap={4}>
          <Text fz="xl" fw={600}>
            {tier.name === null ? t.group(tier.tier_group_id) : t.named(tier.name, tier.tier_group_id)}
          </Text>
          <Dimmed>{t.since(tier.since)}</Dimmed>
          <Rise to={tier} />
        </Stack>
      )}
      {next !== null && <Next progress={progress} next={next} />}
      {next === null && tier !== null && tier.name !== null && <Dimmed>{t.highest}</Dimmed>}
    </Stack>
  );
}

function Rise({ to }: { to: NonNullable<TierProgress['tier']> }) {
  return (
    <Loaded query={useQuery(progressQuery(useReads()))}>
      {(paid) => <RiseOf rise={riseTo(to, paid)} />}
    </Loaded>
  );
}

function RiseOf({ rise }: { rise: ReturnType<typeof riseTo> }) {
  if (rise === null) return null;
  return (
    <>
      <Dimmed>{t.risen(rise.before)}</Dimmed>
      <Dimmed>{t.pays(rise.percentage)}</Dimmed>
      <Text size="sm" c="dimmed">
        {t.toppedUp} <Amount value={rise.amount} asset={texts.figures.usd} />
      </Text>
      <TextLink to="/rewards/progress/$id" params={{ id: String(rise.id) }} size="sm">
        {t.why}
      </TextLink>
    </>
  );
}

interface NextProps {
  readonly progress: TierProgress;
  readonly next: NonNullable<TierProgress['next']>;
}

/** What was reached is rounded down and what is missing up, so that a tier never seems nearer than it is. */
function Next({ progress: { reached, missing }, next }: NextProps) {
  const { name, measure, threshold, window_days: days } = next;
  const [done, rest] = [new Big(reached ?? 0), new Big(missing ?? 0)];
  const share = rest.eq(0) ? 100 : Number(done.div(threshold).times(100));
  return (
    <Stack gap={6} data-next={next.tier_group_id}>
      <Text size="sm" fw={500}>
        {t.next.title(name)}
      </Text>
      <Progress value={share} size="sm" aria-label={t.next.bar(name)} />
      <Text size="sm" title={reached ?? undefined}>
        {t.next.reached(
          groupDigits(done.round(DECIMALS, Big.roundDown).toFixed()),
          measured(measure, threshold),
          days,
        )}
      </Text>
      <Text size="sm" c="dimmed" title={missing ?? undefined}>
        {rest.eq(0)
          ? t.next.done(name)
          : t.next.missing(measured(measure, rest.round(DECIMALS, Big.roundUp).toFixed(), 'more'), name)}
      </Text>
    </Stack>
  );
}
