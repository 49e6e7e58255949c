import type { AuditEntry } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ListFilter, ListPage, listSearch, useAddress, useOpened } from '../list/index.ts';
import { useRows, type Column } from '../table/index.ts';
import { formatTime, nameOf, sentenceOf, shorten } from '../text/index.ts';
import { Chain } from './chain.tsx';
import { AuditDetail } from './detail.tsx';
import type { AuditLog } from './log.ts';
import { texts } from './texts.ts';

interface AuditProps {
  readonly log: AuditLog;
  /** A filter that fits the service. */
  readonly example: string;
}

export function Audit({ log, example }: AuditProps) {
  const { search, change } = useAddress(listSearch);
  const { q } = search;
  const { id, open, close } = useOpened();
  const filter = useQuery({
    queryKey: ['filters', 'audit'],
    queryFn: ({ signal }) => log.filter({ signal }),
    staleTime: 60_000,
  });
  const list = useRows<AuditEntry>(['audit', 'list', q], ({ signal, ...position }) =>
    log.list(q === undefined ? {} : { q }, { signal }).page(position),
  );
  const shown = list.rows.find((row) => row.id === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconHistory size={32} />}
      filter={
        <>
          <Chain log={log} />
          <ListFilter
            search={search}
            onSearch={change}
            filter={filter.data}
            error={list.error}
            example={example}
          />
        </>
      }
      isFiltered={q !== undefined}
      list={list}
      columns={COLUMNS}
      idOf={(row) => row.id}
      onOpen={(row) => open(row.id)}
    >
      {shown !== undefined && <AuditDetail key={shown.id} entry={shown} onClose={close} />}
    </ListPage>
  );
}

const COLUMNS: readonly Column<AuditEntry>[] = [
  { id: 'at', header: texts.columns.at, text: ({ at }) => at, cell: ({ at }) => formatTime(at) },
  {
    id: 'actor',
    header: texts.columns.actor,
    text: ({ actor }) => `${actor.kind}:${actor.id}`,
    cell: ({ actor }) => nameOf(`${actor.kind}:${actor.id}`),
  },
  {
    id: 'action',
    header: texts.columns.action,
    text: ({ action }) => action,
    cell: ({ action }) => (
      <Text span inherit fw={500}>
        {sentenceOf(action)}
      </Text>
    ),
  },
  {
    id: 'subject',
    header: texts.columns.subject,
    text: ({ subject }) => texts.subject(subject.kind, subject.id),
    cell: ({ subject }) => texts.subject(subject.kind, shorten(subject.id)),
  },
  {
    id: 'seq',
    header: texts.columns.seq,
    align: 'right',
    text: ({ seq }) => seq ?? '',
    cell: ({ seq }) => seq,
  },
];
