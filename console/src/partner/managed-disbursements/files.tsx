import type { DisbursementFile } from '@quaestor/sdk';
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useChange } from '../../shared/change/index.ts';
import { IconDownload, IconFileExport } from '../../shared/icons/index.ts';
import { ListPage, useOpened } from '../../shared/list/index.ts';
import { Address, Amount } from '../../shared/money/index.ts';
import { AskFirst, Facts, Status, type Tone } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import {
  agoColumn,
  dayColumn,
  downloadBlob,
  moneyColumn,
  nameColumn,
  numberColumn,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { formatDay, formatInteger, formatTime } from '../../shared/text/index.ts';
import { partner } from '../api.ts';
import { OpenedPanel } from '../details/index.ts';
import { usePages } from '../use-pages.ts';
import { Documents } from './documents.tsx';
import { NOUN } from './queries.ts';
import { Seal } from './seal.tsx';
import { texts } from './texts.ts';
import { Views } from './views.tsx';

const { files: t } = texts;

export function Files() {
  const { id, close } = useOpened();
  const canManage = useScope('disbursements:manage');
  const list = usePages<DisbursementFile>([NOUN, 'files'], async ({ signal, ...page }) => {
    const { files, count } = await partner.managedDisbursements.files(page, { signal });
    return { rows: files, count };
  });
  const { error, isPending, refetch, rows } = list;
  const opened = rows.find(({ number }) => String(number) === id) ?? (isPending ? undefined : null);
  return (
    <ListPage
      texts={t}
      icon={<IconFileExport size={32} />}
      filter={
        <Stack gap="md">
          <Views shown="files" />
          {canManage && <Seal />}
        </Stack>
      }
      list={list}
      columns={COLUMNS}
      idOf={({ number }) => String(number)}
      to={({ number }) => ({ id: String(number) })}
    >
      <Documents />
      {id !== undefined && (
        <OpenedPanel
          title={t.opened(id)}
          missing={t.missing}
          query={{ data: opened, error, refetch }}
          onClose={close}
        >
          {(file) => <Details file={file} />}
        </OpenedPanel>
      )}
    </ListPage>
  );
}

function Details({ file }: { file: DisbursementFile }) {
  const canManage = useScope('disbursements:manage');
  return (
    <>
      <Facts
        items={[
          [t.columns.state, <FileState key="state" {...file} />],
          [t.facts.bank, file.bank],
          [t.facts.format, file.format],
          [t.facts.iban, <Address key="iban" value={file.iban} />],
          [t.facts.date, formatDay(file.execution_date)],
          [t.facts.lines, formatInteger(file.line_count)],
          [t.facts.total, <Amount key="total" value={file.total} asset={file.currency} fw={600} />],
          [t.facts.message, file.message_id],
          [t.facts.hash, <Code key="hash">{file.sha256}</Code>],
          [t.facts.sealed, t.who(file.sealed_by, formatTime(file.sealed_at))],
          [t.facts.fetched, file.fetched_at !== null && formatTime(file.fetched_at)],
          [t.facts.unsealed, file.unsealed_at !== null && formatTime(file.unsealed_at)],
        ]}
      />
      {canManage && file.unsealed_at === null && <Actions file={file} />}
    </>
  );
}

function Actions({ file: { number, message_id, format, fetched_at } }: { file: DisbursementFile }) {
  const fetch = useChange(NOUN, async () => {
    const content = await partner.managedDisbursements.fetchFile(number);
    downloadBlob(t.name(message_id, format), await new Response(content).blob());
  });
  const unseal = useChange(NOUN, () => partner.managedDisbursements.unseal(number));
  const error = fetch.error ?? unseal.error;
  return (
    <>
      {error !== null && <Problem error={error} />}
      <Text size="sm" c="dimmed">
        {t.aboutFetch}
      </Text>
      <Group gap="sm">
        <Button
          leftSection={<IconDownload size={16} />}
          loading={fetch.isPending}
          onClick={() => fetch.mutate()}
        >
          {t.fetch}
        </Button>
        {fetched_at === null && (
          <AskFirst {...t.unseal} isPending={unseal.isPending} onConfirm={() => unseal.mutate()} />
        )}
      </Group>
    </>
  );
}

type State = keyof typeof t.states;
const TONES: Readonly<Record<State, Tone>> = { sealed: 'warn', fetched: 'good', unsealed: 'idle' };

const stateOf = ({ fetched_at, unsealed_at }: DisbursementFile): State =>
  unsealed_at !== null ? 'unsealed' : fetched_at !== null ? 'fetched' : 'sealed';

const FileState = (file: DisbursementFile) => {
  const state = stateOf(file);
  return <Status code={state} tone={TONES[state]} label={t.states[state]} />;
};

const COLUMNS: readonly Column<DisbursementFile>[] = [
  nameColumn('number', t.columns.number, ({ number }) => String(number)),
  textColumn('bank', t.columns.bank, ({ bank }) => bank),
  dayColumn('date', t.columns.date, ({ execution_date }) => execution_date),
  numberColumn('lines', t.columns.lines, ({ line_count }) => line_count),
  moneyColumn(
    'total',
    t.columns.total,
    ({ total }) => total,
    ({ currency }) => currency,
  ),
  textColumn('state', t.columns.state, (file) => t.states[stateOf(file)], FileState),
  textColumn('by', t.columns.by, ({ sealed_by }) => sealed_by),
  agoColumn('at', t.columns.at, ({ sealed_at }) => sealed_at),
];
