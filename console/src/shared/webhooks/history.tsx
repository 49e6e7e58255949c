import type { WebhookHistorySlot as Slot } from '@quaestor/sdk';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { TimeChart } from '../figures/index.ts';
import { useAddress } from '../list/index.ts';
import { Section } from '../parts/index.ts';
import { Loaded } from '../problem/index.ts';
import { useService } from '../session/index.ts';
import { numberColumn, PlainTable, textColumn, type Column } from '../table/index.ts';
import { historyQuery } from './queries.ts';
import { webhookSearch } from './search.ts';
import { texts } from './texts.ts';

const { history: t } = texts;
const UNITS = ['day', 'hour'] as const;

type Unit = (typeof UNITS)[number];

/** How many messages arrived and how many attempts failed, as a chart and as a table. */
export function History({ id }: { id: string }) {
  const { search, change } = useAddress(webhookSearch);
  const by: Unit = search.by === 'hour' ? 'hour' : 'day';
  return (
    <Section
      title={t.title}
      description={t.description}
      actions={
        <SegmentedControl
          size="xs"
          aria-label={t.unit}
          data={UNITS.map((value) => ({ value, label: t.units[value] }))}
          value={by}
          onChange={(value) => change({ by: value === 'hour' ? value : undefined })}
        />
      }
    >
      <Loaded query={useQuery(historyQuery(useService(), id, by))} height={260}>
        {(slots) => <Drawn slots={slots} by={by} />}
      </Loaded>
    </Section>
  );
}

function Drawn({ slots, by }: { slots: readonly Slot[]; by: Unit }) {
  const eventful = slots.filter(
    ({ delivered, pending, parked, failedAttempts }) => delivered + pending + parked + failedAttempts > 0,
  );
  if (eventful.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t.none}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      <TimeChart
        label={t.label[by]}
        slots={slots.map(({ from }) => nameOf(from, by))}
        lines={[slots.map(({ delivered }) => delivered), slots.map(({ failedAttempts }) => failedAttempts)]}
      />
      <details>
        <summary>{t.table}</summary>
        <PlainTable
          name={t.title}
          columns={columnsOf(by)}
          rows={eventful.toReversed()}
          idOf={({ from }) => from}
        />
      </details>
    </Stack>
  );
}

/** In UTC, as the service counts: `2026-01-31`, `01-31 14:00`. */
const nameOf = (from: string, by: Unit): string =>
  by === 'day' ? from.slice(0, 10) : `${from.slice(5, 10)} ${from.slice(11, 16)}`;

const columnsOf = (by: Unit): readonly Column<Slot>[] => [
  textColumn('from', t.columns.from[by], ({ from }) => nameOf(from, by)),
  numberColumn('delivered', t.columns.delivered, ({ delivered }) => delivered),
  numberColumn('failed', t.columns.failed, ({ failedAttempts }) => failedAttempts),
  numberColumn('pending', t.columns.pending, ({ pending }) => pending),
  numberColumn('parked', t.columns.parked, ({ parked }) => parked),
];
