import type { Policy } from '@quaestor/sdk';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useOpened } from '../../shared/list/index.ts';
import { Panel } from '../../shared/panel/index.ts';
import { Facts, Status, type Fact, type Tone } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { agoColumn, DataTable, textColumn, type Column } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { versionsQuery } from './queries.ts';
import { Rules } from './rules.tsx';
import { texts } from './texts.ts';

const { versions: words } = texts;

/** Every version that was ever proposed, and what became of it. */
export function Versions() {
  const { data, error } = useQuery(versionsQuery());
  const { id, close } = useOpened();
  const shown = data?.find(({ version }) => `${version}` === id);
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {words.title}
      </Title>
      {error !== null && <Problem error={error} />}
      {data !== undefined && data.length > 0 && (
        <DataTable
          name={words.title}
          columns={COLUMNS}
          rows={data}
          idOf={({ version }) => `${version}`}
          to={({ version }) => ({ id: `${version}` })}
        />
      )}
      {shown !== undefined && (
        <Panel title={words.panel(shown.version)} onClose={close}>
          <Facts items={factsOf(shown)} />
          <Rules policy={shown} />
        </Panel>
      )}
    </Stack>
  );
}

function factsOf({
  status,
  proposedBy,
  proposedAt,
  confirmedBy,
  confirmedAt,
  endedBy,
  endedAt,
}: Policy): Fact[] {
  const { facts } = words;
  return [
    [facts.status, <PolicyStatus key="status" status={status} />],
    [facts.proposedBy, proposedBy],
    [facts.proposed, formatTime(proposedAt)],
    [facts.confirmedBy, confirmedBy],
    [facts.confirmed, confirmedAt !== null && formatTime(confirmedAt)],
    [facts.endedBy, endedBy],
    [facts.ended, endedAt !== null && formatTime(endedAt)],
  ];
}

const TONES: Readonly<Record<Policy['status'], Tone>> = {
  PROPOSED: 'warn',
  ACTIVE: 'good',
  REPLACED: 'idle',
  WITHDRAWN: 'idle',
  REFUSED: 'bad',
};

const PolicyStatus = ({ status }: Pick<Policy, 'status'>) => <Status code={status} tone={TONES[status]} />;

const decidedBy = ({ confirmedBy, endedBy }: Policy): string => endedBy ?? confirmedBy ?? '';

const COLUMNS: readonly Column<Policy>[] = [
  {
    id: 'version',
    header: words.columns.version,
    text: ({ version }) => `${version}`,
    cell: ({ version }) => version,
  },
  { id: 'status', header: words.columns.status, text: ({ status }) => status, cell: PolicyStatus },
  textColumn('proposedBy', words.columns.proposedBy, ({ proposedBy }) => proposedBy),
  textColumn('ended', words.columns.ended, decidedBy),
  agoColumn('proposed', words.columns.proposed, ({ proposedAt }) => proposedAt),
];
