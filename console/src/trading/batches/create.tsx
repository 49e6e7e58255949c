import { Anchor, Button, FileInput, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconDatabaseImport } from '../../shared/icons/index.ts';
import { say } from '../../shared/messages/index.ts';
import { Alarm, Page, Status, type Tone } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { DataTable, downloadBlob, moneyColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { shorten } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { destinationsQuery } from '../withdrawals/queries.ts';
import { asShown, toCheck } from '../withdrawals/create/to-request.ts';
import { actOnEach, type Row } from './act-on-each.ts';
import { keepBatch, keepRow, useBatch } from './kept.ts';
import { COLUMNS as FIELDS, readBatch } from './read-batch.ts';
import { texts } from './texts.ts';

const TONES: Readonly<Record<Row['state'], Tone>> = {
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
  const login = useAccount()?.login ?? '';
  const { file, fault, rows } = useBatch(login);
  const isBusy = rows.some(({ state }) => state === 'busy');
  const isChecked = rows.length > 0 && rows.every(({ state }) => state !== 'waiting' && state !== 'busy');
  const sendable = rows.filter(({ state }) => state === 'passed');
  const canRequest = isChecked && rows.every(({ state }) => state !== 'failed');

  const choose = async (chosen: File | null) => {
    const read = chosen === null ? { lines: [] } : readBatch(await chosen.text(), saved);
    keepBatch(
      login,
      'fault' in read
        ? { file: chosen, rows: [], fault: read.fault }
        : {
            file: chosen,
            rows: read.lines.map((line) => ({
              ...line,
              state: line.fault === undefined ? 'waiting' : 'failed',
              said: line.fault ?? '',
            })),
          },
    );
  };
  const show = (row: Row) => keepRow(login, row);
  const check = useMutation({
    mutationFn: () =>
      actOnEach(
        rows.filter((row) => row.fault === undefined && row.state !== 'requested'),
        async ({ request }) => {
          const { id } = await trading.withdrawals.create(toCheck(request, Date.now()), { dryRun: true });
          const shown = await trading.withdrawals.get(id, { expand: 'approvals' });
          return {
            request: asShown(request, shown),
            state: 'passed',
            said: shown.decision?.sentence ?? '',
          };
        },
        show,
      ),
  });
  const request = useMutation({
    mutationFn: () =>
      actOnEach(
        sendable,
        async (row) => {
          await trading.withdrawals.create(row.request);
          return { state: 'requested' };
        },
        show,
      ),
    onSuccess: (count) => {
      if (count > 0) {
        say({ text: texts.done(count), link: { label: texts.show, place: { to: '/withdrawals' } } });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['withdrawals'] }),
  });
  const error = request.error ?? check.error;
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
      {error !== null && <Problem error={error} />}
      {rows.length > 0 && (
        <>
          <DataTable name={texts.lines} columns={COLUMNS} rows={rows} idOf={({ line }) => `${line}`} />
          <Stack gap="xs">
            <Group gap="sm">
              <Button
                variant={canRequest ? 'default' : 'filled'}
                loading={isBusy && !isChecked}
                onClick={() => check.mutate()}
              >
                {texts.check(rows.length)}
              </Button>
              <Button
                disabled={!canRequest || sendable.length === 0 || isBusy}
                onClick={() => request.mutate()}
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
  textColumn('network', texts.columns.network, ({ request }) => request.blockchainDestination?.network ?? ''),
  textColumn('tag', texts.columns.tag, ({ request }) => request.blockchainDestination?.tag ?? ''),
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
