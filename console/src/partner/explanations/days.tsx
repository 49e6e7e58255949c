import type { ProgressRewardRow } from '@quaestor/sdk';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { IconCalendarOff } from '../../shared/icons/index.ts';
import { DateRange } from '../../shared/form/index.ts';
import { listSearch, useAddress } from '../../shared/list/index.ts';
import { Empty, Note, Page, Section } from '../../shared/parts/index.ts';
import { periodOf, today } from '../../shared/period/index.ts';
import { Loaded, Problem } from '../../shared/problem/index.ts';
import { alignedColumn, DataTable, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import type { EarnedDay } from './merge-days.ts';
import { daysQuery, progressListQuery } from './queries.ts';
import { texts } from './texts.ts';

const { days: t } = texts;

/** The days on which something was earned. */
export function Days() {
  const reads = useReads();
  const { search, change } = useAddress(listSearch);
  const usual = periodOf('28d', today());
  const [from, to] = [search.from ?? usual.from, search.to ?? usual.to];
  const { data, error, isPending, refetch } = useQuery(daysQuery(reads, from, to));
  const columns = useMemo(() => columnsOf(data?.days ?? []), [data]);
  return (
    <Page title={t.title} description={t.about} actions={<DateRange from={from} to={to} onChange={change} />}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton height={300} />}
      {data?.days.length === 0 && (
        <Empty icon={<IconCalendarOff size={32} />} title={t.empty.title}>
          {t.empty.text}
        </Empty>
      )}
      {data?.since !== undefined && <Note>{t.since(data.since)}</Note>}
      {data !== undefined && data.days.length > 0 && (
        <DataTable
          name={t.table}
          columns={columns}
          rows={data.days}
          idOf={({ day }) => day}
          to={({ day }) => ({ to: '/rewards/days/$day', params: { day } })}
        />
      )}
      <ProgressRewards />
    </Page>
  );
}

/** What is credited of a day adds up from these. Those that are nothing on every day have no column. */
const PARTS = [
  'reward_usd',
  'second_level_reward_usd',
  'progress_reward_usd',
  'commission_usd',
  'commission_paid_usd',
  'adjustment_usd',
] as const;

const columnsOf = (rows: readonly EarnedDay[]): readonly Column<EarnedDay>[] => [
  textColumn(
    'day',
    t.columns.day,
    ({ day }) => day,
    ({ day }) => formatDay(day),
  ),
  alignedColumn('lots', t.columns.lots, ({ lots }) => lots),
  alignedColumn('earned', t.columns.earned, ({ earned }) => earned),
  ...PARTS.filter((part) => rows.some(({ credited }) => credited[part] !== '0')).map((part) =>
    alignedColumn<EarnedDay>(part, t.columns.parts[part], ({ credited }) => credited[part]),
  ),
  alignedColumn('credited', t.columns.credited, ({ credited }) => credited.credited_usd),
];

function ProgressRewards() {
  return (
    <Loaded query={useQuery(progressListQuery(useReads()))}>
      {(rows) =>
        rows.length > 0 && (
          <Section title={t.progress.title} description={t.progress.about}>
            <DataTable
              name={t.progress.table}
              columns={PROGRESS}
              rows={rows}
              idOf={(row) => `${row.compensation_id} ${row.payment_date} ${row.compensation_amount}`}
              to={({ compensation_id: id }) => ({ to: '/rewards/progress/$id', params: { id: String(id) } })}
            />
          </Section>
        )
      }
    </Loaded>
  );
}

const tiersOf = ({ old_tier_group_id: before, new_tier_group_id: after }: ProgressRewardRow): string =>
  t.progress.tiers(before, after);

const PROGRESS: readonly Column<ProgressRewardRow>[] = [
  nameColumn('id', t.progress.columns.id, ({ compensation_id: id }) => String(id)),
  textColumn('paid', t.progress.columns.paid, ({ payment_date: at }) => formatDay(at)),
  textColumn('tiers', t.progress.columns.tiers, tiersOf),
  alignedColumn('amount', t.progress.columns.amount, ({ compensation_amount: amount }) => amount),
];
