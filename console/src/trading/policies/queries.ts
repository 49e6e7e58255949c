import type { PolicyProposal } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

const MOST = 200;
/** Policies have no events. */
const EVERY_MS = 30_000;

export const policiesQuery = () =>
  queryOptions({
    queryKey: ['policies'],
    queryFn: ({ signal }) => trading.policies.get({ signal }),
    refetchInterval: EVERY_MS,
  });

export const versionsQuery = () =>
  queryOptions({
    queryKey: ['policies', 'versions'],
    queryFn: ({ signal }) => trading.policies.list({}, { signal }).toArray({ limit: MOST }),
    refetchInterval: EVERY_MS,
  });

export const simulationQuery = (version: number, draft: PolicyProposal) =>
  queryOptions({
    queryKey: ['policies', 'simulation', version],
    queryFn: ({ signal }) => trading.policies.simulate(draft, { signal }),
  });
