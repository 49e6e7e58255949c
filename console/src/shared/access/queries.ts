import { queryOptions } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';

const MOST = 200;
/** No event says that another admin proposed something. */
const EVERY_MS = 30_000;

/** What other admins propose, for the number beside the inbox. */
export const waitingAccessQuery = ({ access }: Service) =>
  queryOptions({
    queryKey: ['access', 'waiting'],
    queryFn: async ({ signal }) => {
      const waiting = await access.list({ status: 'PROPOSED' }, { signal }).toArray({ limit: MOST });
      return waiting.filter(({ isOwn }) => !isOwn).length;
    },
    refetchInterval: EVERY_MS,
  });

export const accessQuery = ({ access }: Service, status: Status | undefined) =>
  queryOptions({
    queryKey: ['access', 'list', status],
    queryFn: ({ signal }) =>
      access.list(status === undefined ? {} : { status }, { signal }).toArray({ limit: MOST }),
  });

export const STATUSES = ['PROPOSED', 'ANNOUNCED', 'CONFIRMED', 'REFUSED', 'WITHDRAWN'] as const;
type Status = (typeof STATUSES)[number];
