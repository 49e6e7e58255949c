import type { AuditEntry } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconHistory } from '../icons/index.ts';
import { ListPage, useFiltered, useOpened } from '../list/index.ts';
import type { Column } from '../table/index.ts';
import { formatTime, nameOf, sentenceOf } from '../text/index.ts';
import { Chain } from './chain.tsx';
import { AuditDetail } from './detail.tsx';
import type { AuditLog } from './log.ts';
import { shortenId } from './shorten-id.ts';
import { texts } from './texts.ts';

interface AuditProps {
  readonly log: AuditLog;
  /** A filter that fits the service. */
  readonly example: string;
}

export function Audit({ log, example }: AuditProps) {
  const { id, close } = useOpened();
  const fields = useQuery({
    queryKey: ['filters', 'audit'],
    queryFn: ({ signal }) => log.filter({ signal }),
    staleTime: 60_000,
  });
  const { filter, ...filtered } = useFiltered<AuditEntry>({
    noun: 'audit',
    fields: fields.data,
    read: (query, options) => log.list(query, options),
    example,
  });
  const shown = filtered.list.rows.find((row) => row.id === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconHistory size={32} />}
      filter={
        <>
          <Chain log={log} />
          {filter}
        </>
      }
      {...filtered}
      columns={COLUMNS}
      idOf={(row) => row.id}
      to={(row) => ({ id: row.id })}
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
    isName: true,
  },
  {
    id: 'subject',
    header: texts.columns.subject,
    text: ({ subject }) => texts.subject(subject.kind, subject.id),
    cell: ({ subject }) => texts.subject(subject.kind, shortenId(subject.id)),
  },
  {
    id: 'seq',
    header: texts.columns.seq,
    align: 'right',
    text: ({ seq }) => seq ?? '',
    cell: ({ seq }) => seq,
  },
];
