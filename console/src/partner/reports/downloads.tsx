import type { ReportEntry } from '@quaestor/sdk';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { IconBookmark, IconDownload } from '../../shared/icons/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { downloadBlob } from '../../shared/table/index.ts';
import { useReads } from '../viewed.ts';
import { fieldsOf } from './field.ts';
import { openReport } from './open-report.ts';
import { namesOf } from './parameters.ts';
import { readCsv } from './read-csv.ts';
import { groupsOf, type ReportQuery } from './search.ts';
import { texts } from './texts.ts';

const { download: t } = texts;
type Format = 'csv' | 'xlsx';
const CANCELLED = new Error('cancelled');

interface Started {
  readonly format: Format;
  /** How many rows there were with the filters of then. */
  readonly total: number;
}

interface DownloadsProps {
  readonly entry: ReportEntry;
  readonly query: ReportQuery;
  /** How many rows there are, once that is known. */
  readonly total: number | undefined;
  readonly onViews: () => void;
}

/** Saves all rows, also those that are not loaded, and says how far it is. */
export function Downloads({ entry, query, total = 0, onViews }: DownloadsProps) {
  const reads = useReads();
  const [rows, setRows] = useState(0);
  const stopping = useRef<AbortController>(undefined);
  const download = useMutation({
    mutationFn: async ({ format }: Started) => {
      setRows(0);
      const controller = new AbortController();
      stopping.current = controller;
      // A large file takes longer than a page.
      const options = { signal: controller.signal, timeout: 600_000 };
      const report = openReport(reads, entry.name, query, options);
      const groups = groupsOf(entry, query);
      const blob =
        format === 'csv'
          ? await readCsv(await report.csv(), setRows)
          : await (
              await import('./to-xlsx.ts')
            ).toXlsx({ report, fields: fieldsOf(entry, groups), groups, onRows: setRows });
      controller.signal.throwIfAborted();
      downloadBlob(`${entry.name}.${format}`, blob);
    },
  });
  // A file that nobody waits for would hold the partner's only place for files.
  useEffect(() => () => stopping.current?.abort(CANCELLED), []);
  const { isPending, variables: started, error } = download;
  return (
    <Stack gap="xs" align="flex-end">
      <Group gap="xs">
        <Button variant="default" px="sm" leftSection={<IconBookmark size={16} />} onClick={onViews}>
          {texts.views.button}
        </Button>
        {(['csv', 'xlsx'] as const).map((each) => (
          <Button
            key={each}
            variant="default"
            px="sm"
            leftSection={<IconDownload size={16} />}
            aria-label={t.about(t[each])}
            disabled={isPending || total === 0}
            onClick={() => download.mutate({ format: each, total })}
          >
            {t[each]}
          </Button>
        ))}
      </Group>
      {isPending && started !== undefined && (
        <Group gap="xs">
          <Progress
            value={(100 * rows) / started.total}
            w={120}
            aria-label={t.progress(t[started.format], rows, started.total)}
          />
          <Text size="xs" c="dimmed">
            {t.progress(t[started.format], rows, started.total)}
          </Text>
          <Button variant="subtle" size="compact-xs" onClick={() => stopping.current?.abort(CANCELLED)}>
            {t.cancel}
          </Button>
        </Group>
      )}
      {error !== null && error !== CANCELLED && <Problem error={error} names={namesOf(entry)} />}
    </Stack>
  );
}
