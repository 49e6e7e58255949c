import type { Export } from '@quaestor/sdk';
import { Button, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconFileExport } from '../../shared/icons/index.ts';
import { useChange } from '../../shared/change/index.ts';
import { CreateLink, ListPage } from '../../shared/list/index.ts';
import { AskFirst, Status, type Tone } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, downloadFrom, textColumn, useRows, type Column } from '../../shared/table/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { texts } from './texts.ts';

const EVERY_MS = 1_000;
const TONES: Readonly<Record<Export['status'], Tone>> = {
  PROCESSING: 'busy',
  COMPLETED: 'good',
  FAILED: 'bad',
};

export function Exports() {
  const canExport = useScope('exports:edit');
  const list = useRows<Export>(
    ['exports', 'list'],
    ({ signal, ...position }) => trading.exports.list({}, { signal }).page(position),
    (rows) => rows.some(({ status }) => status === 'PROCESSING') && EVERY_MS,
  );
  return (
    <ListPage
      texts={texts.list}
      icon={<IconFileExport size={32} />}
      action={canExport && <CreateLink to="/exports/new" label={texts.list.create} />}
      list={list}
      columns={COLUMNS}
      idOf={({ id }) => id}
    />
  );
}

function Rows({ row: { filename, status, rowsWritten, rowsExpected } }: { row: Export }) {
  if (status !== 'PROCESSING') return <>{texts.rows(rowsWritten)}</>;
  if (rowsExpected === null) return <>{texts.counting}</>;
  return (
    <Stack gap={4} miw={120}>
      {texts.progress(rowsWritten, rowsExpected)}
      <Progress
        size="sm"
        value={rowsExpected === 0 ? 100 : (rowsWritten / rowsExpected) * 100}
        aria-label={texts.progressLabel(filename)}
      />
    </Stack>
  );
}

/** The link of a file is valid for minutes, so each click reads it again. */
function File({ row }: { row: Export }) {
  const { id, filename } = row;
  const fetchFile = useMutation({
    mutationFn: () => trading.exports.get(id),
    onSuccess: (fresh) => fresh.url !== null && downloadFrom(fresh.url, filename),
  });
  const cancel = useChange(
    'exports',
    () => trading.exports.cancel(id),
    () => ({
      text: texts.cancelled(filename),
    }),
  );
  const error = fetchFile.error ?? cancel.error;
  return (
    <Stack gap="xs" align="flex-end">
      {error !== null && <Problem error={error} />}
      <FileStep row={row} fetchFile={fetchFile} cancel={cancel} />
    </Stack>
  );
}

interface Step {
  readonly isPending: boolean;
  readonly mutate: () => void;
}

interface FileStepProps {
  readonly row: Export;
  readonly fetchFile: Step;
  readonly cancel: Step;
}

/** What can be done with the file as it is now. */
function FileStep({ row: { status, filename, url }, fetchFile, cancel }: FileStepProps) {
  const canExport = useScope('exports:edit');
  if (status === 'PROCESSING') {
    return canExport ? (
      <AskFirst
        size="compact-sm"
        {...texts.cancel}
        isPending={cancel.isPending}
        onConfirm={() => cancel.mutate()}
      />
    ) : null;
  }
  if (status === 'FAILED') return null;
  if (url === null)
    return (
      <Text span inherit c="dimmed">
        {texts.expired}
      </Text>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      leftSection={<IconDownload size={14} />}
      aria-label={texts.downloadOf(filename)}
      loading={fetchFile.isPending}
      onClick={() => fetchFile.mutate()}
    >
      {texts.download}
    </Button>
  );
}

const typeOf = ({ type }: Export): string =>
  Object.hasOwn(texts.types, type) ? texts.types[type as keyof typeof texts.types] : type;
const rangeOf = ({ inputParameters: { from, to } }: Export): string =>
  texts.range(formatDay(from), formatDay(to));

const COLUMNS: readonly Column<Export>[] = [
  {
    id: 'status',
    header: texts.columns.status,
    text: ({ status }) => status,
    cell: ({ status, failureMessage }) => (
      <div>
        <Status code={status} tone={TONES[status]} />
        {failureMessage !== null && (
          <Text size="xs" c="dimmed">
            {failureMessage}
          </Text>
        )}
      </div>
    ),
  },
  textColumn('type', texts.columns.type, typeOf),
  textColumn('range', texts.columns.range, rangeOf),
  {
    id: 'filter',
    header: texts.columns.filter,
    text: ({ inputParameters: { query } }) => query ?? '',
    cell: ({ inputParameters: { query } }) => query ?? texts.noFilter,
  },
  textColumn('format', texts.columns.format, ({ inputParameters: { format } }) => format),
  {
    id: 'rows',
    header: texts.columns.rows,
    align: 'right',
    text: ({ rowsWritten }) => `${rowsWritten}`,
    cell: (row) => <Rows row={row} />,
  },
  agoColumn('created', texts.columns.created, ({ createdAt }) => createdAt),
  {
    id: 'file',
    header: texts.columns.actions,
    align: 'right',
    text: ({ filename }) => filename,
    cell: (row) => <File row={row} />,
  },
];
