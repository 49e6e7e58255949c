import type { NoticeDelivery, NoticeSettings } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { SectionOfRows } from '../list/index.ts';
import { Status, type Tone } from '../parts/index.ts';
import { useService } from '../session/index.ts';
import { agoColumn, allRows, nameColumn, textColumn, type Column } from '../table/index.ts';
import { kindName } from './names.ts';
import { settingsQuery } from './queries.ts';
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
  const service = useService();
  const { data: settings } = useQuery(settingsQuery(service));
  const columns = useMemo(() => columnsOf(settings?.kinds ?? []), [settings]);
  const list = useQuery({
    queryKey: ['notices', 'deliveries'],
    queryFn: () => service.notices.deliveries().toArray({ limit: MOST }),
    refetchInterval: EVERY_MS,
  });
  return <SectionOfRows texts={t} list={allRows(list)} columns={columns} idOf={({ id }) => id} />;
}

const columnsOf = (kinds: NoticeSettings['kinds']): readonly Column<NoticeDelivery>[] => [
  nameColumn('person', t.columns.person, ({ person }) => person),
  textColumn('kind', t.columns.kind, ({ kind }) => aboutOf(kind, kinds)),
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

/** Some kinds are not among those that people choose. */
function aboutOf(kind: string, kinds: NoticeSettings['kinds']): string {
  const known = kinds.find((each) => each.kind === kind);
  return known === undefined ? (t.kinds[kind] ?? kind) : kindName(known);
}
