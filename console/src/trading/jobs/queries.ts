import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

export const STATES = ['dead', 'retrying', 'running', 'waiting', 'scheduled'] as const;
export type JobState = (typeof STATES)[number];

/** Of the list that is read. */
export const MOST = 1_000;
const EVERY_MS = 5_000;

/** Oldest first. No event says that a job changed, so the list is read again and again. */
export const jobsQuery = (state: JobState) =>
  queryOptions({
    queryKey: ['jobs', state],
    queryFn: ({ signal }) => trading.jobs.list({ state }, { signal }).toArray({ limit: MOST }),
    refetchInterval: EVERY_MS,
  });
