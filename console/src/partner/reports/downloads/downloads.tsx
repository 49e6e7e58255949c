import type { ReportEntry } from '@quaestor/sdk';
import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { IconBookmark, IconDownload } from '../../../shared/icons/index.ts';
import { today } from '../../../shared/period/index.ts';
import { Problem } from '../../../shared/problem/index.ts';
import { downloadBlob } from '../../../shared/table/index.ts';
import { useReads } from '../../viewed.ts';
import { fileName } from './file-name.ts';
import { openReport } from '../open-report.ts';
import { namesOf } from '../parameters.ts';
import { byteCounter, readFile, rowCounter } from './read-file.ts';
import type { ReportQuery } from '../search.ts';
import { texts } from '../texts.ts';

const { download: t } = texts;
const FORMATS = {
  csv: { type: 'text/csv;charset=utf-8', counter: rowCounter },
  // Its rows are compressed, so only its bytes can be counted.
  xlsx: {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    counter: byteCounter,
  },
} as const;
const CANCELLED = new Error('cancelled');

interface Started {
  readonly format: keyof typeof FORMATS;
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
  const [counted, setCounted] = useState(0);
  const stopping = useRef<AbortController>(undefined);
  const download = useMutation({
    mutationFn: async ({ format }: Started) => {
      setCounted(0);
      const controller = new AbortController();
      stopping.current = controller;
      // A large file takes longer than a page.
      const options = { signal: controller.signal, timeout: 600_000 };
      const report = openReport(reads, entry.name, query, options);
      const { type, counter } = FORMATS[format];
      const count = counter();
      const blob = await readFile(await report[format](), type, (part) => setCounted(count(part)));
      controller.signal.throwIfAborted();
      downloadBlob(`${fileName(entry, query, today())}.${format}`, blob);
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
            value={started.format === 'csv' ? (100 * counted) / started.total : 100}
            animated={started.format === 'xlsx'}
            w={120}
            aria-label={t.progress[started.format](counted, started.total)}
          />
          <Text size="xs" c="dimmed">
            {t.progress[started.format](counted, started.total)}
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
