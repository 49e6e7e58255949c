import type { DisbursementAnswer, UnmatchedDisbursementLine } from '@quaestor/sdk';
import { Alert, Button, FileInput, Group, Paper, Stack, Text } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { useChange } from '../../shared/change/index.ts';
import { IconCircleCheck, IconDatabaseImport } from '../../shared/icons/index.ts';
import { SectionOfRows, useOpened } from '../../shared/list/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { partner } from '../api.ts';
import { OpenedPanel } from '../details/index.ts';
import { usePages } from '../use-pages.ts';
import { Line } from './line.tsx';
import { NOUN } from './queries.ts';
import { texts } from './texts.ts';
import { Views } from './views.tsx';
import { WithBank } from './with-bank.tsx';

const { answers: t, unmatched: u } = texts;

/** Imports what banks send back, and lists what a person has to look at. */
export function Answers() {
  const canManage = useScope('disbursements:manage');
  const { id, close } = useOpened();
  const list = usePages<UnmatchedDisbursementLine>([NOUN, 'unmatched'], async ({ signal, ...page }) => {
    const { lines, count } = await partner.managedDisbursements.unmatched(page, { signal });
    return { rows: lines, count };
  });
  const { error, isPending, refetch, rows } = list;
  const opened = rows.find((line) => line.id === id) ?? (isPending ? undefined : null);
  return (
    <Page title={t.title} description={t.description}>
      <Views shown="answers" />
      {canManage && <Import />}
      <SectionOfRows
        texts={u}
        list={list}
        columns={COLUMNS}
        idOf={(line) => line.id}
        to={(line) => ({ id: line.id })}
      />
      {id !== undefined && (
        <OpenedPanel
          key={id}
          title={u.opened}
          missing={u.missing}
          query={{ data: opened, error, refetch }}
          onClose={close}
        >
          {(line) => <Line line={line} onDone={close} />}
        </OpenedPanel>
      )}
    </Page>
  );
}

function Import() {
  const [bank, setBank] = useState<string>();
  const [file, setFile] = useState<File | null>(null);
  const take = useChange(NOUN, async (input: { readonly bank: string; readonly file: File }) =>
    partner.managedDisbursements.importAnswer(input.bank, await input.file.text()),
  );
  const choose = (chosen: File | null) => {
    setFile(chosen);
    take.reset();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    choose(event.dataTransfer.files[0] ?? null);
  };
  return (
    <Paper withBorder p="md" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Stack gap="sm">
        <Group align="flex-end" gap="sm">
          <WithBank bank={bank} onChange={setBank}>
            {(code) => (
              <>
                <FileInput
                  label={t.file}
                  description={t.aboutFile}
                  placeholder={t.choose}
                  leftSection={<IconDatabaseImport size={16} />}
                  accept=".xml,application/xml,text/xml"
                  w={{ base: '100%', xs: 420 }}
                  value={file}
                  onChange={choose}
                />
                <Button
                  disabled={file === null}
                  loading={take.isPending}
                  onClick={() => file !== null && take.mutate({ bank: code, file })}
                >
                  {t.import}
                </Button>
              </>
            )}
          </WithBank>
        </Group>
        {take.error !== null && <Problem error={take.error} />}
        {take.data !== undefined && <Imported answer={take.data} />}
      </Stack>
    </Paper>
  );
}

/** What became of the records of a file. */
function Imported({
  answer: { number, applied, noted, unmatched, ignored },
}: {
  answer: DisbursementAnswer;
}) {
  const said = [
    t.applied(applied),
    ...(noted > 0 ? [t.noted(noted)] : []),
    ...(unmatched > 0 ? [t.unmatchedCount(unmatched)] : []),
    ...(ignored > 0 ? [t.ignored(ignored)] : []),
  ];
  return (
    <Alert variant="default" role="status" icon={<IconCircleCheck size={18} />} title={t.imported(number)}>
      {said.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Alert>
  );
}

const COLUMNS: readonly Column<UnmatchedDisbursementLine>[] = [
  nameColumn('written', u.columns.written, ({ details }) => u.written(details)),
  textColumn('disbursement', u.columns.disbursement, ({ disbursement_number: number }) =>
    number === null ? u.noDisbursement : String(number),
  ),
  textColumn('reason', u.columns.reason, ({ reason }) => reason ?? ''),
  textColumn('answer', u.columns.answer, ({ answer_number }) => String(answer_number)),
];
