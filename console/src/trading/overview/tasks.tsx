import { useQuery } from '@tanstack/react-query';
import { waitingAccessQuery } from '../../shared/access/index.ts';
import type { Place } from '../../shared/link/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { useAccount } from '../../shared/session/index.ts';
import { formatInteger } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { policiesQuery } from '../policies/queries.ts';
import { destinationsQuery } from '../withdrawals/queries.ts';
import { Line } from './line.tsx';
import { texts } from './texts.ts';

const STUCK = 'status:PENDING AND needsPerson:true';
const MOST_JOBS = 100;
/** No event says that a job has died or that a person proposed something. */
const EVERY_MS = 30_000;

const { tasks: t } = texts.waiting;

interface Task {
  readonly place: Place;
  readonly count: number;
  readonly about: (count: number) => string;
}

/** What waits for an admin besides votes. What they proposed themselves waits for another. */
export default function Tasks() {
  const login = useAccount()?.login;
  const stuck = useQuery({
    queryKey: ['withdrawals', 'stuck'],
    queryFn: async ({ signal }) => {
      const page = await trading.withdrawals.list({ q: STUCK }, { signal }).page({ pageSize: 1 });
      return page.totalElements;
    },
    refetchInterval: EVERY_MS,
  });
  const access = useQuery(waitingAccessQuery(trading));
  const policies = useQuery({ ...policiesQuery(), refetchInterval: EVERY_MS });
  const destinations = useQuery({ ...destinationsQuery(), refetchInterval: EVERY_MS });
  const jobs = useQuery({
    queryKey: ['jobs', 'dead', 'some'],
    queryFn: ({ signal }) => trading.jobs.list({ state: 'dead' }, { signal }).toArray({ limit: MOST_JOBS }),
    refetchInterval: EVERY_MS,
  });
  const proposed = policies.data?.proposed ?? null;
  const unconfirmed = (destinations.data ?? []).filter(
    ({ status, createdBy }) => status === 'UNCONFIRMED' && createdBy !== login,
  ).length;
  const dead = jobs.data?.length ?? 0;
  const error = stuck.error ?? policies.error ?? destinations.error ?? jobs.error ?? access.error;
  const tasks: readonly Task[] = [
    { place: { to: '/inbox' }, count: access.data ?? 0, about: t.access },
    { place: { to: '/withdrawals', search: { q: STUCK } }, count: stuck.data ?? 0, about: t.stuck },
    {
      place: { to: '/policies' },
      count: proposed !== null && proposed.proposedBy !== login ? 1 : 0,
      about: t.proposal,
    },
    {
      place: { to: '/destinations', search: { q: 'UNCONFIRMED' } },
      count: unconfirmed,
      about: t.destinations,
    },
    { place: { to: '/jobs' }, count: dead, about: dead < MOST_JOBS ? t.jobs : t.manyJobs },
  ];
  return (
    <>
      {error !== null && <Problem error={error} />}
      <div>
        {tasks.map(
          ({ place, count, about }) =>
            count > 0 && (
              <Line key={place.to} place={place} left={formatInteger(count)} middle={about(count)} />
            ),
        )}
      </div>
    </>
  );
}
