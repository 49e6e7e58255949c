import type { PolicySimulation } from '@quaestor/sdk';
import { Group, Stack, Text, Title } from '@mantine/core';
import { agoColumn, DataTable, moneyColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { texts } from './texts.ts';

const { simulation: words } = texts;
const VERDICTS = ['ALLOW', 'REQUIRE_APPROVALS', 'REFUSE', 'REQUIRE_SCREENING'] as const;

type Difference = PolicySimulation['differences'][number];

/** How a draft would have decided about the withdrawals of the last 30 days. */
export function Simulation({ result }: { result: PolicySimulation }) {
  const { evaluated, different, verdicts, differences } = result;
  return (
    <Stack gap="sm" component="section" aria-label={words.title}>
      <Title order={3} size="h5">
        {words.title}
      </Title>
      {evaluated === 0 ? (
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      ) : (
        <>
          <Group gap="xl">
            {VERDICTS.map((verdict) => (
              <div key={verdict} data-verdict={verdict}>
                <Text size="xl" fw={600}>
                  {verdicts[verdict]}
                </Text>
                <Text size="sm" c="dimmed">
                  {words.verdicts[verdict]}
                </Text>
              </div>
            ))}
          </Group>
          <Text size="sm">{different === 0 ? words.same : words.different(different)}</Text>
        </>
      )}
      {differences.length > 0 && (
        <DataTable
          name={words.table}
          columns={COLUMNS}
          rows={differences}
          idOf={({ id }) => id}
          to={({ id }) => ({ to: '/withdrawals/$id', params: { id } })}
        />
      )}
    </Stack>
  );
}

const sentenceOf = ({ sentence, verdict }: Difference['draft']): string =>
  sentence ?? words.verdicts[verdict];

const COLUMNS: readonly Column<Difference>[] = [
  moneyColumn(
    'amount',
    words.columns.amount,
    ({ amount }) => amount,
    ({ asset }) => asset.code,
  ),
  textColumn('reference', words.columns.reference, ({ reference }) => reference),
  textColumn('was', words.columns.was, ({ decided }) => sentenceOf(decided)),
  textColumn('draft', words.columns.draft, ({ draft }) => sentenceOf(draft)),
  agoColumn('created', words.columns.created, ({ createdAt }) => createdAt),
];
