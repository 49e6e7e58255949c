import type { DisbursementRun, DisbursementRunPreview } from '@quaestor/sdk';
import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useChange } from '../../shared/change/index.ts';
import { SectionOfRows, useOpened } from '../../shared/list/index.ts';
import { AskFirst, Page, Section } from '../../shared/parts/index.ts';
import { Loaded, Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { agoColumn, nameColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatList } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { OpenedPanel } from '../details/index.ts';
import { usePages } from '../use-pages.ts';
import { LeftOut } from './left-out.tsx';
import { NOUN, runPreviewQuery } from './queries.ts';
import { Run } from './run.tsx';
import { sumsOf } from './sums-of.ts';
import { texts } from './texts.ts';
import { Views } from './views.tsx';

const { runs: t } = texts;

/** What a run over all partners would request now, and the runs that were made. */
export function Runs() {
  const { id, close } = useOpened();
  const list = usePages<DisbursementRun>([NOUN, 'runs'], async ({ signal, ...page }) => {
    const { runs, count } = await partner.managedDisbursements.runs(page, { signal });
    return { rows: runs, count };
  });
  const { error, isPending, refetch, rows } = list;
  const opened = rows.find(({ number }) => String(number) === id) ?? (isPending ? undefined : null);
  return (
    <Page title={t.title} description={t.description}>
      <Views shown="runs" />
      <Section title={t.preview.title} description={t.preview.description}>
        <Loaded query={useQuery(runPreviewQuery())} height={120}>
          {(preview) => <Preview preview={preview} />}
        </Loaded>
      </Section>
      <SectionOfRows
        texts={t.made}
        list={list}
        columns={COLUMNS}
        idOf={({ number }) => String(number)}
        to={({ number }) => ({ id: String(number) })}
      />
      {id !== undefined && (
        <OpenedPanel
          key={id}
          title={t.opened(id)}
          missing={t.missing}
          query={{ data: opened, error, refetch }}
          onClose={close}
        >
          {(run) => <Run run={run} />}
        </OpenedPanel>
      )}
    </Page>
  );
}

function Preview({ preview: { line_count: count, totals, left_out } }: { preview: DisbursementRunPreview }) {
  const canManage = useScope('disbursements:manage');
  const make = useChange(
    NOUN,
    () => partner.managedDisbursements.makeRun(),
    (run) => ({ text: t.requested(run.number, run.line_count, sumsOf(run.totals)) }),
  );
  const sums = sumsOf(totals);
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Text fw={600}>{count === 0 ? t.preview.nothing : t.preview.found(count, sums)}</Text>
        {left_out.length > 0 && (
          <div>
            <Text size="sm" c="dimmed">
              {t.leftOut}
            </Text>
            <LeftOut accounts={left_out} />
          </div>
        )}
        {make.error !== null && <Problem error={make.error} />}
        {canManage && count > 0 && (
          <AskFirst
            label={t.request}
            question={t.ask(count, sums)}
            confirm={t.confirm}
            decline={t.decline}
            isPending={make.isPending}
            onConfirm={() => make.mutate()}
          />
        )}
      </Stack>
    </Paper>
  );
}

const COLUMNS: readonly Column<DisbursementRun>[] = [
  nameColumn('number', t.columns.number, ({ number }) => String(number)),
  numberColumn('lines', t.columns.lines, ({ line_count }) => line_count),
  textColumn('totals', t.columns.totals, ({ totals }) => formatList(sumsOf(totals))),
  textColumn('by', t.columns.by, (run) => t.by(run)),
  agoColumn('at', t.columns.at, ({ requested_at }) => requested_at),
];
