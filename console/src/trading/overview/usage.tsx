import type { PolicyUsage } from '@quaestor/sdk';
import { Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';
import { Loaded } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

/** Amounts leave a window also while nothing happens. */
const EVERY_MS = 60_000;

/** What counts toward the sums of the policy in force, rule by rule. */
export default function Usage() {
  const usage = useQuery({
    queryKey: ['withdrawals', 'usage'],
    queryFn: ({ signal }) => trading.policies.usage({ signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <Loaded query={usage} height={80}>
      {(found) => {
        const limits = limitsOf(found);
        return limits.length === 0 ? (
          <Text size="sm" c="dimmed">
            {texts.usage.none}
          </Text>
        ) : (
          limits.map((limit) => <Limit key={limit.rule} {...limit} />)
        );
      }}
    </Loaded>
  );
}

type Limited = PolicyUsage['values'][number];

/** Those of single assets and those by value, in the order of the rules. */
const limitsOf = ({ rules, values }: PolicyUsage): Limited[] =>
  [...rules.map(({ asset, ...rule }) => ({ ...rule, currency: asset.code })), ...values].toSorted(
    (a, b) => a.rule - b.rule,
  );

function Limit({ rule, sentence, currency, spent, limit, remaining }: Limited) {
  if (spent === null || remaining === null)
    return (
      <Stack gap={4}>
        <Text size="sm">{sentence}</Text>
        <Text size="sm" c="var(--quaestor-warn)">
          {texts.usage.unknown}
        </Text>
      </Stack>
    );
  const share = new Big(spent).div(limit).times(100).toNumber();
  return (
    <Stack gap={4}>
      <Text size="sm">{sentence}</Text>
      <Progress value={Math.min(100, share)} size="sm" aria-label={texts.usage.share(rule)} />
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {texts.usage.spent(groupDigits(spent), groupDigits(limit), currency)}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.usage.remaining(groupDigits(remaining), currency)}
        </Text>
      </Group>
    </Stack>
  );
}
