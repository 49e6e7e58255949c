import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';
import { usePages } from '../use-pages.ts';
import type { Reads } from '../viewed.ts';
import { toAsked } from './catalogue.ts';
import { countOf, openReport, totalsOf, wholeOf, type Row, type Totals } from './open-report.ts';
import type { ReportQuery } from './search.ts';

const NOUN = 'reports';
const VIEWS = 'views';
const CATALOGUE_MS = 600_000;
/** A page of a report has at most so many rows. */
export const MOST_GROUPS = 1_000;
const MOST_COMPARED = 5_000;
const TOP = 10;

/** What reports there are, and what each can be asked. */
export const catalogueQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'catalogue'],
    queryFn: async ({ signal }) => (await reads.reports.list({ signal })).data.map(toAsked),
    staleTime: CATALOGUE_MS,
  });

/** A row with its place, which identifies it, and the totals that were read with it. */
export interface Placed {
  readonly place: number;
  readonly row: Row;
  readonly about: Totals;
}

/** The rows of a report, page by page, and the totals of all of them. */
export const useReport = (reads: Reads, name: string, query: ReportQuery) =>
  usePages<Placed, Totals>([NOUN, reads.of, name, 'rows', query], async ({ signal, ...position }) => {
    const page = await openReport(reads, name, query, { signal }).page(position);
    const about = totalsOf(page);
    return {
      rows: page.data.map((row, index) => ({ place: position.offset + index, row, about })),
      count: countOf(page),
      about,
    };
  });

/** All groups of a time in their order; null if they are too many for a chart. */
export const slotsQuery = (reads: Reads, name: string, query: ReportQuery) => {
  const { ordering: _ordering, ...asked } = query;
  return queryOptions({
    queryKey: [NOUN, reads.of, name, 'slots', asked],
    queryFn: async ({ signal }) =>
      wholeOf(await openReport(reads, name, asked, { signal }).page({ limit: MOST_GROUPS })),
  });
};

/** The groups that are largest by a measure. */
export const largestQuery = (reads: Reads, name: string, query: ReportQuery, measure: string) => {
  const asked = { ...query, ordering: [`-${measure}`] };
  return queryOptions({
    queryKey: [NOUN, reads.of, name, 'largest', asked],
    queryFn: async ({ signal }) =>
      (await openReport(reads, name, asked, { signal }).page({ limit: TOP })).data,
  });
};

/**
 * All rows of another period to compare with, and their totals. Without `hasRows` only the totals are read; `rows` is
 * undefined if there are too many.
 */
export const earlierQuery = (reads: Reads, name: string, query: ReportQuery, hasRows: boolean) => {
  const { ordering: _ordering, ...asked } = query;
  return queryOptions({
    queryKey: [NOUN, reads.of, name, 'earlier', asked, hasRows],
    queryFn: async ({ signal }) => {
      const report = openReport(reads, name, asked, { signal });
      const page = await report.page({ limit: hasRows ? MOST_GROUPS : 1 });
      const totals = totalsOf(page);
      if (!hasRows) return { totals, rows: page.data };
      if (countOf(page) > MOST_COMPARED) return { totals, rows: undefined };
      return { totals, rows: wholeOf(page) ?? (await allOf(report.rows())) };
    },
  });
};

async function allOf(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

type Values = Parameters<Reads['reports']['values']>;

/** More than there are countries, and as many values as the API lists. */
export const MOST_VALUES = 1_000;

/** The values of a filter that occur and contain a text. */
export const valuesQuery = (reads: Reads, name: string, asked: object) =>
  queryOptions({
    queryKey: [NOUN, reads.of, name, 'values', asked],
    queryFn: ({ signal }) => reads.reports.values(name as Values[0], asked as Values[1], { signal }),
    staleTime: 60_000,
  });

/** The compensations, one of which a report is about. */
export const compensationsQuery = (reads: Reads) =>
  queryOptions({
    queryKey: [NOUN, reads.of, 'compensations'],
    queryFn: async ({ signal }) =>
      (await reads.reports.progressRewards({ signal }).page({ limit: 100 })).data,
  });

export const viewsKey = [VIEWS];

/** The saved views of the person, which belong to nobody else. */
export const viewsQuery = () =>
  queryOptions({
    queryKey: viewsKey,
    queryFn: async ({ signal }) => (await partner.views.list({}, { signal })).views,
  });
