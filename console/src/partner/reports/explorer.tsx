import { Button, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { later } from '../../shared/later/index.ts';
import { IconReportOff } from '../../shared/icons/index.ts';
import { TextLink } from '../../shared/link/index.ts';
import { useAddress } from '../../shared/list/index.ts';
import { Empty, Note, Page } from '../../shared/parts/index.ts';
import { today } from '../../shared/period/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { formatList } from '../../shared/text/index.ts';
import { plainText } from '../plain-text.ts';
import { AS, useReads } from '../viewed.ts';
import { ActiveFilters, FilterPanel } from './filters/index.ts';
import { ReportChart } from './charts/index.ts';
import { useComparison } from './comparison/index.ts';
import { ColumnPanel, useColumns } from './columns/index.ts';
import { Downloads } from './downloads/index.ts';
import { namesOf } from './parameters.ts';
import { catalogueQuery, compensationsQuery, useReport } from './queries.ts';
import { groupsOf, queryOf, reportSearch, type AskedProps, type ReportSearch } from './search.ts';
import { withDays } from './periods.ts';
import { leftOut, savedOf, ViewPanel } from './saved-views/index.ts';
import { ReportTable } from './table.tsx';
import { Totals } from './totals.tsx';
import { texts } from './texts.ts';

// Fields with lists and what people seldom open load after the table.
const Controls = later(() => import('./controls.tsx'));
const CONTROLS_PX = 36;

/** Any report of the catalogue: what to ask it, its totals, its chart and its rows. */
export function Explorer() {
  const { report: name } = useParams({ from: '/signed-in/reports/$report' });
  const reads = useReads();
  const { data, error, refetch } = useQuery(catalogueQuery(reads));
  const { search } = useAddress(reportSearch);
  const entry = data?.find((each) => each.name === name);
  const needsCompensation = entry?.path_parameters[0]?.name === 'compensation_id';
  const compensations = useQuery({ ...compensationsQuery(reads), enabled: needsCompensation });
  const title = texts.names[name] ?? texts.field(name);
  if (data === undefined) return <Unloaded title={title} error={error} onRetry={() => void refetch()} />;
  if (entry === undefined) return <NoReport />;
  const lacksCompensation = needsCompensation && search['compensation_id'] === undefined;
  if (lacksCompensation && compensations.data === undefined) {
    const { error: failure, refetch: readAgain } = compensations;
    return <Unloaded title={title} error={failure} onRetry={() => void readAgain()} />;
  }
  const first = compensations.data?.[0]?.compensation_id;
  if (lacksCompensation && first === undefined) {
    return (
      <Page title={title} description={entry.title}>
        <Empty icon={<IconReportOff size={32} />} title={texts.noCompensation.title}>
          {texts.noCompensation.text}
        </Empty>
      </Page>
    );
  }
  const usual: ReportSearch = { cohort: today().slice(0, 7), compensation_id: String(first) };
  const needed = Object.fromEntries(
    entry.path_parameters.map((parameter) => [parameter.name, usual[parameter.name]]),
  );
  const asked = withDays(entry, { ...needed, ...search }, today());
  return <Asked key={name} entry={entry} address={search} search={asked} />;
}

const NoReport = () => (
  <Empty
    icon={<IconReportOff size={32} />}
    title={texts.missing.title}
    action={<TextLink to="/reports">{texts.missing.list}</TextLink>}
  >
    {texts.missing.about}
  </Empty>
);

interface ExplorerProps extends AskedProps {
  /** As it is, with presets in place of days. */
  readonly address: ReportSearch;
}

/** Whether data arrived while a person read on: the last rows then count differently from the first. */
const isMixed = ({ about, rows }: ReturnType<typeof useReport>): boolean =>
  rows.length > 0 && JSON.stringify(rows.at(-1)?.about) !== JSON.stringify(about);

function Asked({ entry, address, search }: ExplorerProps) {
  const reads = useReads();
  const { change } = useAddress(reportSearch);
  const [open, setOpen] = useState<'filters' | 'columns' | 'views'>();
  const query = queryOf(entry, search);
  const report = useReport(reads, entry.name, query);
  const comparison = useComparison(reads, { entry, search }, query);
  const columns = useColumns(entry, search, change);
  const props = { entry, search, onChange: change };
  const close = () => setOpen(undefined);
  const unasked = leftOut(entry, address).filter((name) => name !== AS);
  return (
    <Page
      title={texts.names[entry.name] ?? texts.field(entry.name)}
      description={`${entry.title}. ${plainText(entry.description)}`}
      actions={
        <Downloads entry={entry} query={query} total={report.total} onViews={() => setOpen('views')} />
      }
    >
      <Suspense fallback={<Skeleton height={CONTROLS_PX} />}>
        <Group gap="sm" align="flex-end">
          <Controls {...props} onOpen={setOpen} />
        </Group>
      </Suspense>
      <ActiveFilters {...props} />
      {unasked.length > 0 && <Note>{texts.leftOut(formatList(unasked))}</Note>}
      {isMixed(report) && (
        <Note>
          {texts.mixed.about}{' '}
          <Button variant="default" size="compact-sm" onClick={() => void report.refetch()}>
            {texts.mixed.again}
          </Button>
        </Note>
      )}
      {report.about !== undefined && (
        <>
          <Totals totals={report.about} before={comparison?.totals} measures={entry.measures} />
          {report.rows.length > 0 && (
            <ReportChart {...props} query={query} totals={report.about} comparison={comparison} />
          )}
        </>
      )}
      {(report.error === null || report.rows.length > 0) && (
        <ReportTable
          {...props}
          report={report}
          query={query}
          groups={groupsOf(entry, search)}
          shown={columns.shown}
          comparison={comparison}
        />
      )}
      {comparison !== undefined && comparison.error !== null && (
        <Problem error={comparison.error} names={namesOf(entry)} onRetry={() => void comparison.refetch()} />
      )}
      {report.error !== null && (
        <Problem error={report.error} names={namesOf(entry)} onRetry={() => void report.refetch()} />
      )}
      <Suspense fallback={null}>
        {open === 'filters' && <FilterPanel {...props} onClose={close} />}
        {open === 'columns' && <ColumnPanel {...columns} onClose={close} />}
        {open === 'views' && (
          <ViewPanel
            entry={entry}
            shown={savedOf(
              entry,
              address,
              columns.shown.map(({ name }) => name),
            )}
            onClose={close}
          />
        )}
      </Suspense>
    </Page>
  );
}
