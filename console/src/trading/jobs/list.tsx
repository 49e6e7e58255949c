import type { Job } from '@quaestor/sdk';
import { Group, NativeSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconSettingsAutomation } from '../../shared/icons/index.ts';
import { find, FindField, ListPage, useAddress, useOpened } from '../../shared/list/index.ts';
import { Status, type Tone } from '../../shared/parts/index.ts';
import { agoColumn, allRows, nameColumn, type Column } from '../../shared/table/index.ts';
import { JobDetail } from './detail.tsx';
import { jobsQuery, MOST, STATES, type JobState } from './queries.ts';
import { jobsSearch } from './search.ts';
import { texts } from './texts.ts';

export function Jobs() {
  const { search, change } = useAddress(jobsSearch);
  const state = STATES.find((known) => known === search.state) ?? 'dead';
  const jobs = useQuery(jobsQuery(state));
  const { id, close } = useOpened();
  const shown = jobs.data?.find((row) => row.id === id);
  return (
    <ListPage
      texts={texts.list}
      icon={<IconSettingsAutomation size={32} />}
      filter={
        <Group gap="sm">
          <FindField />
          <NativeSelect
            aria-label={texts.state}
            w={150}
            data={STATES.map((value) => ({ value, label: texts.states[value] }))}
            value={state}
            onChange={({ currentTarget: { value } }) => change({ state: value, id: undefined })}
          />
        </Group>
      }
      isFiltered={search.q !== undefined}
      list={find(allRows(jobs, MOST), COLUMNS, search.q)}
      columns={COLUMNS}
      idOf={(row) => row.id}
      to={(row) => ({ id: row.id })}
    >
      {shown !== undefined && <JobDetail key={shown.id} job={shown} onClose={close} />}
    </ListPage>
  );
}

const TONES: Readonly<Record<JobState, Tone>> = {
  dead: 'bad',
  retrying: 'warn',
  running: 'busy',
  waiting: 'idle',
  scheduled: 'idle',
};

const COLUMNS: readonly Column<Job>[] = [
  nameColumn('name', texts.columns.name, ({ name }) => name),
  {
    id: 'state',
    header: texts.columns.state,
    text: ({ state }) => state,
    cell: ({ state }) => <Status code={state} tone={TONES[state]} label={texts.states[state]} />,
  },
  {
    id: 'error',
    header: texts.columns.error,
    text: ({ lastError }) => lastError ?? '',
    cell: ({ lastError }) => (
      <Text span inherit lineClamp={2}>
        {lastError}
      </Text>
    ),
  },
  {
    id: 'attempts',
    header: texts.columns.attempts,
    align: 'right',
    text: ({ attempts, maxAttempts }) => texts.attempts(attempts, maxAttempts),
    cell: ({ attempts, maxAttempts }) => texts.attempts(attempts, maxAttempts),
  },
  agoColumn('runAt', texts.columns.runAt, ({ runAt }) => runAt),
];
