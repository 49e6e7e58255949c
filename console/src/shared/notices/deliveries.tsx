import type { NoticeDelivery } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SectionOfRows } from '../list/index.ts';
import { Status, type Tone } from '../parts/index.ts';
import { useService } from '../session/index.ts';
import { agoColumn, allRows, nameColumn, textColumn, type Column } from '../table/index.ts';
import { texts } from './texts.ts';

const { deliveries: t } = texts;
const EVERY_MS = 5_000;
const MOST = 200;

const TONES: Readonly<Record<NoticeDelivery['state'], Tone>> = {
  WAITING: 'idle',
  TAKEN: 'busy',
  OFFERED: 'busy',
  SENT: 'good',
  FAILED: 'bad',
  UNKNOWN: 'warn',
  DROPPED: 'idle',
};

/** What became of each message, newest first. */
export function Deliveries() {
  const { notices } = useService();
  const list = useQuery({
    queryKey: ['notices', 'deliveries'],
    queryFn: () => notices.deliveries().toArray({ limit: MOST }),
    refetchInterval: EVERY_MS,
  });
  return <SectionOfRows texts={t} list={allRows(list)} columns={COLUMNS} idOf={({ id }) => id} />;
}

const COLUMNS: readonly Column<NoticeDelivery>[] = [
  nameColumn('person', t.columns.person, ({ person }) => person),
  textColumn('kind', t.columns.kind, ({ kind }) => kind),
  textColumn('channel', t.columns.channel, ({ channel }) => t.channels[channel] ?? channel),
  textColumn(
    'state',
    t.columns.state,
    ({ state }) => t.states[state],
    ({ state }) => <Status code={state} tone={TONES[state]} label={t.states[state]} />,
  ),
  {
    id: 'outcome',
    header: t.columns.outcome,
    text: ({ outcome }) => outcome ?? '',
    cell: ({ outcome }) => (
      <Text span inherit lineClamp={2}>
        {outcome}
      </Text>
    ),
  },
  agoColumn('created', t.columns.created, ({ createdAt }) => createdAt),
];
