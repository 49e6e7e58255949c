import type { FactFault, FactsRefusedError } from '@quaestor/sdk';
import { Code, Stack, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Section } from '../../shared/parts/index.ts';
import { DataTable, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import type { FactKind } from './queries.ts';
import { texts } from './texts.ts';

const { faults: t } = texts;

/** What is wrong with each line of a file, and what it must be. */
export function Faults({ error, kind }: { error: FactsRefusedError; kind: FactKind }) {
  const { detail, faults } = error;
  const columns = useMemo(() => columnsOf(kind), [kind]);
  return (
    <Section title={t.title} description={t.about}>
      <Stack gap="xs">
        <Text size="sm" role="alert">
          {detail}
        </Text>
        <DataTable name={t.title} columns={columns} rows={faults} idOf={idOf} />
      </Stack>
    </Section>
  );
}

const idOf = ({ line, field, reason }: FactFault): string => `${line} ${field} ${reason}`;

/** A reason says what is wrong; the form of the field says what is right. */
function columnsOf({ fields }: FactKind): readonly Column<FactFault>[] {
  const formOf = (name: string) => fields.find((field) => field.name === name)?.form;
  const fixOf = ({ field, reason }: FactFault): string => {
    const form = formOf(field);
    return form === undefined || reason.includes(form) ? reason : t.fix(reason, form);
  };
  return [
    numberColumn('line', t.columns.line, ({ line }) => line),
    textColumn('field', t.columns.field, ({ field }) => (field === '' ? t.wholeLine : field)),
    textColumn(
      'value',
      t.columns.value,
      ({ value }) => value ?? '',
      ({ value }) => (value === undefined || value === null || value === '' ? t.empty : <Code>{value}</Code>),
    ),
    textColumn('fix', t.columns.fix, fixOf),
  ];
}
