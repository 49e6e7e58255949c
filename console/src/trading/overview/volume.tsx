import type { PolicyRule } from '@quaestor/sdk';
import { Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { trading } from '../api.ts';
import { policiesQuery } from '../policies/queries.ts';
import { texts } from './texts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MOST = 1_000;
const COUNTED = new Set(['APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED', 'COMPLETED']);

/** What was requested in the last 24 hours, against the sums at which the policy changes its mind. */
export function Volume() {
  const volume = useQuery({
    queryKey: ['withdrawals', 'volume'],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - DAY_MS).toISOString();
      const rows = await trading.withdrawals.list({ from }, { signal }).toArray({ limit: MOST });
      const sums = new Map<string, Big>();
      for (const { asset, amount, status } of rows) {
        if (COUNTED.has(status)) sums.set(asset.code, (sums.get(asset.code) ?? new Big(0)).plus(amount));
      }
      return sums;
    },
  });
  const policies = useQuery(policiesQuery());
  const error = volume.error ?? policies.error;
  return (
    <Stack gap="sm" component="section">
      <Title order={2} size="h4">
        {texts.volume.title}
      </Title>
      {error !== null && <Problem error={error} />}
      {volume.data?.size === 0 && (
        <Text size="sm" c="dimmed">
          {texts.volume.none}
        </Text>
      )}
      {[...(volume.data ?? [])].map(([asset, sum]) => (
        <Sum key={asset} asset={asset} sum={sum} limit={limitOf(policies.data?.active?.rules ?? [], asset)} />
      ))}
    </Stack>
  );
}

/** The lowest daily sum that a rule names for the asset. */
const limitOf = (rules: readonly PolicyRule[], asset: string): string | undefined =>
  rules
    .flatMap((rule) => (rule.asset === asset && rule.sum?.window === '24h' ? [rule.sum.over] : []))
    .toSorted((a, b) => new Big(a).cmp(b))[0];

function Sum({ asset, sum, limit }: { asset: string; sum: Big; limit: string | undefined }) {
  const share = limit === undefined || new Big(limit).eq(0) ? 0 : sum.div(limit).times(100).toNumber();
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {texts.volume.sum(groupDigits(sum.toFixed()), asset)}
        </Text>
        <Text size="sm" c="dimmed">
          {limit === undefined ? texts.volume.noLimit : texts.volume.limit(groupDigits(limit))}
        </Text>
      </Group>
      {limit !== undefined && (
        <Progress value={Math.min(100, share)} size="sm" aria-label={texts.volume.share(asset)} />
      )}
    </Stack>
  );
}
