import type { PolicyUsage } from '@quaestor/sdk';
import { Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

/** Amounts leave a window also while nothing happens. */
const EVERY_MS = 60_000;

/** What counts toward the sums of the policy in force, rule by rule. */
export default function Usage() {
  const { data, error, refetch } = useQuery({
    queryKey: ['withdrawals', 'usage'],
    queryFn: ({ signal }) => trading.policies.usage({ signal }),
    refetchInterval: EVERY_MS,
  });
  if (error !== null) return <Problem error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={80} />;
  if (data.rules.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.usage.none}
      </Text>
    );
  }
  return data.rules.map((row) => <Rule key={row.rule} {...row} />);
}

function Rule({ rule, sentence, asset: { code }, spent, limit, remaining }: PolicyUsage['rules'][number]) {
  const share = new Big(spent).div(limit).times(100).toNumber();
  return (
    <Stack gap={4}>
      <Text size="sm">{sentence}</Text>
      <Progress value={Math.min(100, share)} size="sm" aria-label={texts.usage.share(rule)} />
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {texts.usage.spent(groupDigits(spent), groupDigits(limit), code)}
        </Text>
        <Text size="sm" c="dimmed">
          {texts.usage.remaining(groupDigits(remaining), code)}
        </Text>
      </Group>
    </Stack>
  );
}
