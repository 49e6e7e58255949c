import { FactsRefusedError, type BatchSummary, type FactsFile } from '@quaestor/sdk';
import { Button, FileInput, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { IconFileSpreadsheet } from '../../shared/icons/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { useAddress } from '../../shared/list/index.ts';
import { Page } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { partner } from '../api.ts';
import { kindSearch } from '../search.ts';
import { Columns } from './columns.tsx';
import { FieldList } from './field-list.tsx';
import { Faults } from './faults.tsx';
import { columnFaultsOf, columnNames, formatOf } from './file.ts';
import { kindsQuery, type FactKind } from './queries.ts';
import { Summary } from './summary.tsx';
import { texts } from './texts.ts';

const { send: t } = texts;

/** A file is checked first, and sent when nothing is wrong with it. */
export function SendFacts() {
  const { search, change } = useAddress(kindSearch);
  const kinds = useQuery(kindsQuery());
  const known = kinds.data?.filter(({ needs_second_person }) => !needs_second_person) ?? [];
  const kind = known.find((each) => each.kind === (search.kind ?? 'orders'));
  return (
    <Page title={t.title} description={t.about}>
      {kinds.error !== null && <Problem error={kinds.error} onRetry={() => void kinds.refetch()} />}
      {kinds.isPending && <Skeleton height={320} />}
      {kinds.data !== undefined && (
        <Stack gap="lg">
          <NativeSelect
            label={t.kind}
            description={kind?.description}
            maw={520}
            data={known.map((each) => ({ value: each.kind, label: texts.kindName(each.kind) }))}
            value={kind?.kind ?? ''}
            onChange={({ currentTarget: { value } }) => change({ kind: value })}
          />
          {kind !== undefined && <FileOf key={kind.kind} kind={kind} />}
        </Stack>
      )}
    </Page>
  );
}

type Mapping = NonNullable<FactsFile['columns']>;

function FileOf({ kind }: { kind: FactKind }) {
  const [file, setFile] = useState<File | null>(null);
  const [decimal, setDecimal] = useState<'point' | 'comma'>('point');
  const [columns, setColumns] = useState<Mapping>({});
  const [headers, setHeaders] = useState<readonly string[]>([]);
  const client = useQueryClient();
  const format = file === null ? undefined : formatOf(file.name);
  const upload = (dryRun: boolean) => {
    if (file === null || format === undefined) throw new Error(t.unknownFormat);
    return partner.facts.upload(
      kind.kind,
      { content: file, format, name: file.name, columns, ...(format === 'csv' && { decimal }) },
      { dryRun },
    );
  };
  const check = useMutation({
    mutationFn: async () => upload(true),
    onError: (error) => {
      const found = columnFaultsOf(error, kind).unknown;
      setHeaders((seen) => [...new Set([...seen, ...found])]);
    },
  });
  const send = useMutation<BatchSummary>({
    mutationFn: async () => upload(false),
    onSuccess: () => client.invalidateQueries(),
  });
  const reset = () => {
    check.reset();
    send.reset();
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    reset();
  };
  const map = (changed: Mapping) => {
    setColumns(changed);
    reset();
  };
  const error = send.error ?? check.error;
  const { unknown, ofFields } = columnFaultsOf(error, kind);
  const isMapped = headers.length > 0;
  const isOfColumns = isMapped && unknown.length + ofFields.length > 0;
  return (
    <>
      <Group align="flex-end" gap="md">
        <FileInput
          label={t.file}
          description={t.aboutFile}
          placeholder={t.choose}
          leftSection={<IconFileSpreadsheet size={16} />}
          accept=".csv,.tsv,.xlsx,.parquet,.ndjson,.jsonl"
          w={{ base: '100%', xs: 380 }}
          value={file}
          onChange={choose}
          error={file !== null && format === undefined && t.unknownFormat}
        />
        {format === 'csv' && (
          <NativeSelect
            label={t.decimal}
            data={[
              { value: 'point', label: t.decimals.point },
              { value: 'comma', label: t.decimals.comma },
            ]}
            value={decimal}
            onChange={({ currentTarget: { value } }) => {
              setDecimal(value === 'comma' ? 'comma' : 'point');
              reset();
            }}
          />
        )}
      </Group>
      {isMapped && (
        <Columns headers={headers} faults={ofFields} kind={kind} columns={columns} onChange={map} />
      )}
      {error instanceof FactsRefusedError && <Faults error={error} kind={kind} />}
      {error !== null && !isOfColumns && !(error instanceof FactsRefusedError) && (
        <Problem error={error} names={columnNames(kind)} />
      )}
      {send.data === undefined && check.data !== undefined && <Summary summary={check.data} isDryRun />}
      {send.data !== undefined && <Summary summary={send.data} />}
      <Group gap="sm">
        {send.data === undefined ? (
          <>
            <Button
              variant={check.data === undefined ? 'filled' : 'default'}
              disabled={format === undefined}
              loading={check.isPending}
              onClick={() => check.mutate()}
            >
              {t.check}
            </Button>
            {check.data !== undefined && (
              <Button loading={send.isPending} onClick={() => send.mutate()}>
                {t.submit}
              </Button>
            )}
          </>
        ) : (
          <TextLink to="/facts" size="sm">
            {t.showBatches}
          </TextLink>
        )}
      </Group>
      {check.isPending && (
        <Text size="sm" c="dimmed" role="status">
          {t.checking}
        </Text>
      )}
      <FieldList kind={kind} />
    </>
  );
}
