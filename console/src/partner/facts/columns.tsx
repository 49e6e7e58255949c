import type { FactsFile } from '@quaestor/sdk';
import { List, NativeSelect, SimpleGrid } from '@mantine/core';
import { Section } from '../../shared/parts/index.ts';
import type { FactKind } from './queries.ts';
import { texts } from './texts.ts';

const { mapping: t } = texts;
const OPEN = '';
const LEAVE_OUT = '-';

type Mapping = NonNullable<FactsFile['columns']>;

interface ColumnsProps {
  /** Columns of the file that are no fields. */
  readonly headers: readonly string[];
  /** What is wrong with the columns of fields. */
  readonly faults: readonly string[];
  readonly kind: FactKind;
  readonly columns: Mapping;
  readonly onChange: (columns: Mapping) => void;
}

/** Says which field each column is that has another name. */
export function Columns({ headers, faults, kind, columns, onChange }: ColumnsProps) {
  const taken = new Set(Object.values(columns));
  const choose = (header: string, value: string) => {
    const { [header]: _before, ...rest } = columns;
    onChange(value === OPEN ? rest : { ...rest, [header]: value === LEAVE_OUT ? null : value });
  };
  return (
    <Section title={t.title} description={t.about}>
      {faults.length > 0 && (
        <div role="alert">
          <List size="sm">
            {faults.map((fault) => (
              <List.Item key={fault}>{fault}</List.Item>
            ))}
          </List>
        </div>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        {headers.map((header) => {
          const chosen = columns[header];
          const free = kind.fields.filter(({ name }) => name === chosen || !taken.has(name));
          return (
            <NativeSelect
              key={header}
              label={t.column(header)}
              data={[
                { value: OPEN, label: t.open },
                { value: LEAVE_OUT, label: t.leaveOut },
                ...free.map(({ name, required }) => ({
                  value: name,
                  label: required ? t.required(name) : name,
                })),
              ]}
              value={chosen === null ? LEAVE_OUT : (chosen ?? OPEN)}
              onChange={({ currentTarget: { value } }) => choose(header, value)}
            />
          );
        })}
      </SimpleGrid>
    </Section>
  );
}
