import { Group, Select, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { groupDigits } from '../../shared/money/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { rateQuery } from './queries.ts';
import { texts } from './texts.ts';

const EVERY_MS = 5_000;

/** What one unit of an asset is worth in another, for orientation. */
export function RateBox({ symbols, initial }: { symbols: readonly string[]; initial: string }) {
  const [first = '', second = ''] = initial.split('-');
  const [from, setFrom] = useState(first);
  const [to, setTo] = useState(second);
  const assets = [...new Set(symbols.flatMap((symbol) => symbol.split('-')))].toSorted();
  const rate = useQuery({ ...rateQuery(from, to), refetchInterval: EVERY_MS, enabled: from !== to });
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {texts.rate.title}
      </Title>
      <Group gap="xs" wrap="nowrap">
        <Select
          aria-label={texts.rate.from}
          searchable
          allowDeselect={false}
          data={assets}
          value={from}
          onChange={choose(setFrom)}
        />
        <Text size="sm" c="dimmed">
          {texts.rate.between}
        </Text>
        <Select
          aria-label={texts.rate.to}
          searchable
          allowDeselect={false}
          data={assets}
          value={to}
          onChange={choose(setTo)}
        />
      </Group>
      {rate.error !== null && <Problem error={rate.error} />}
      {rate.data !== undefined && from !== to && (
        <div>
          <Text size="lg" fw={600}>
            {texts.rate.value(from, groupDigits(rate.data.rate), to)}
          </Text>
          <Text size="sm" c="dimmed">
            {texts.rate.path(rate.data.path, rate.data.timestamp)}
          </Text>
        </div>
      )}
    </Stack>
  );
}

const choose = (set: (value: string) => void) => (value: string | null) => {
  if (value !== null) set(value);
};
