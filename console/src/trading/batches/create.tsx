import { QuaestorError } from '@quaestor/sdk';
import { Anchor, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IconDatabaseImport } from '../../shared/icons/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Alarm, Page, Status, type Tone } from '../../shared/parts/index.ts';
import { DataTable, downloadBlob, moneyColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { shorten } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { destinationsQuery } from '../withdrawals/queries.ts';
import { toCheck } from '../withdrawals/create/to-request.ts';
import { COLUMNS as FIELDS, readBatch, type BatchLine } from './read-batch.ts';
import { texts } from './texts.ts';

type State = keyof typeof texts.states;

interface Row extends BatchLine {
  readonly state: State;
  /** What the policy or the server says about it. */
  readonly said: string;
}

const TONES: Readonly<Record<State, Tone>> = {
  waiting: 'idle',
  busy: 'busy',
  passed: 'good',
  requested: 'good',
  failed: 'bad',
};

const EXAMPLE = [
  FIELDS.join(','),
  'aurora,USDT,1250.50,cold-wallet,invoice-1,,',
  'aurora,USDT,20,0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed,invoice-2,ETHEREUM,',
].join('\r\n');

/** Many withdrawals at once. Each line is a dry run first, and then a request with its own reference. */
export function NewBatch() {
  const client = useQueryClient();
  const { data: saved = [] } = useQuery(destinationsQuery());
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<string>();
  const [rows, setRows] = useState<readonly Row[]>([]);
  const isBusy = rows.some(({ state }) => state === 'busy');
  const isChecked = rows.length > 0 && rows.every(({ state }) => state !== 'waiting' && state !== 'busy');
  const sendable = rows.filter(({ state }) => state === 'passed');
  const canRequest = isChecked && rows.every(({ state }) => state !== 'failed');

  const choose = async (chosen: File | null) => {
    setFile(chosen);
    const read = chosen === null ? undefined : readBatch(await chosen.text(), saved);
    setFault(read !== undefined && 'fault' in read ? read.fault : undefined);
    setRows(
      read === undefined || 'fault' in read
        ? []
        : read.lines.map((line) => ({
            ...line,
            state: line.fault === undefined ? 'waiting' : 'failed',
            said: line.fault ?? '',
          })),
    );
  };
  const change = (line: number, part: Pick<Row, 'state' | 'said'>) =>
    setRows((all) => all.map((row) => (row.line === line ? { ...row, ...part } : row)));
  /** One after the other: the policy counts each for the limits of the next. */
  const each = async (wanted: readonly Row[], done: State, act: (row: Row) => Promise<string>) => {
    let count = 0;
    for (const row of wanted) {
      change(row.line, { state: 'busy', said: '' });
      try {
        change(row.line, { state: done, said: await act(row) });
        count += 1;
      } catch (error) {
        change(row.line, { state: 'failed', said: reasonOf(error) });
      }
    }
    return count;
  };
  const check = () =>
    each(
      rows.filter((row) => row.fault === undefined && row.state !== 'requested'),
      'passed',
      async ({ request }) => {
        const { id } = await trading.withdrawals.create(toCheck(request, Date.now()), { dryRun: true });
        const { decision } = await trading.withdrawals.get(id, { expand: 'approvals' });
        return decision?.sentence ?? '';
      },
    );
  const request = async () => {
    const count = await each(sendable, 'requested', async (row) => {
      await trading.withdrawals.create(row.request);
      return '';
    });
    await client.invalidateQueries({ queryKey: ['withdrawals'] });
    if (count > 0) {
      say({ text: texts.done(count), link: { label: texts.show, place: { to: '/withdrawals' } } });
    }
  };
  return (
    <Page title={texts.title} description={texts.about}>
      <Stack gap="sm" maw={640}>
        <FileInput
          label={texts.file}
          description={texts.aboutFile(FIELDS)}
          placeholder={texts.choose}
          leftSection={<IconDatabaseImport size={16} />}
          accept=".csv,text/csv"
          disabled={isBusy}
          value={file}
          onChange={(chosen) => void choose(chosen)}
        />
        <div>
          <Anchor
            component="button"
            type="button"
            size="sm"
            onClick={() => downloadBlob(texts.example, new Blob([EXAMPLE], { type: 'text/csv' }))}
          >
            {texts.template}
          </Anchor>
        </div>
      </Stack>
      {fault !== undefined && <Alarm title={fault}>{null}</Alarm>}
      {rows.length > 0 && (
        <>
          <DataTable name={texts.lines} columns={COLUMNS} rows={rows} idOf={({ line }) => `${line}`} />
          <Stack gap="xs">
            <Group gap="sm">
              <Button
                variant={canRequest ? 'default' : 'filled'}
                loading={isBusy && !isChecked}
                onClick={() => void check()}
              >
                {texts.check(rows.length)}
              </Button>
              <Button
                disabled={!canRequest || sendable.length === 0 || isBusy}
                onClick={() => void request()}
              >
                {texts.request(sendable.length)}
              </Button>
            </Group>
            <Text size="sm" c="dimmed">
              {texts.aboutRequest}
            </Text>
          </Stack>
        </>
      )}
    </Page>
  );
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof QuaestorError)) return String(error);
  const fields = Object.entries(error.errors).flatMap(([field, faults]) =>
    faults.map((each) => `${field} ${each}`),
  );
  return fields.length > 0 ? fields.join('; ') : error.detail;
};

const destinationOf = ({ request: { blockchainDestination, fiatDestination } }: Row): string =>
  fiatDestination?.alias ?? blockchainDestination?.alias ?? blockchainDestination?.address ?? '';

const COLUMNS: readonly Column<Row>[] = [
  textColumn('line', texts.columns.line, ({ line }) => `${line}`),
  textColumn('reference', texts.columns.reference, ({ request }) => request.reference),
  moneyColumn(
    'amount',
    texts.columns.amount,
    ({ request }) => request.amount,
    ({ request }) => request.asset.code,
  ),
  textColumn('destination', texts.columns.destination, destinationOf, (row) => (
    <span title={destinationOf(row)}>{shorten(destinationOf(row))}</span>
  )),
  textColumn('venue', texts.columns.venue, ({ request }) => request.venue),
  textColumn(
    'result',
    texts.columns.result,
    ({ state, said }) => `${texts.states[state]} ${said}`,
    ({ state, said }) => (
      <div>
        <Status code={state} tone={TONES[state]} label={texts.states[state]} />
        {said !== '' && (
          <Text size="xs" c="dimmed">
            {said}
          </Text>
        )}
      </div>
    ),
  ),
];
