import type { DepositAddress } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** A deposit that is taken back has an event; what stays as it is has none. */
const SOURCES_EVERY_MS = 30_000;

export const depositQuery = (id: string) =>
  queryOptions({
    queryKey: ['deposits', 'one', id],
    queryFn: ({ signal }) => trading.deposits.get(id, { signal }),
  });

export const eventsQuery = (id: string) =>
  queryOptions({
    queryKey: ['deposits', 'one', id, 'events'],
    queryFn: ({ signal }) => trading.deposits.events(id, { signal }),
  });

/** How far the deposits of each venue are known. */
export const sourcesQuery = () =>
  queryOptions({
    queryKey: ['deposits', 'sources'],
    queryFn: ({ signal }) => trading.deposits.sources({ signal }),
    refetchInterval: SOURCES_EVERY_MS,
  });

export const filterQuery = () =>
  queryOptions({
    queryKey: ['filters', 'deposit'],
    queryFn: ({ signal }) => trading.filters.deposit({ signal }),
    staleTime: 60_000,
  });

export const addressesQuery = () =>
  queryOptions({
    queryKey: ['addresses'],
    queryFn: ({ signal }) => trading.deposits.addresses({}, { signal }),
  });

/** Addresses have no id of their own. */
export const keyOf = ({ venue, asset, network, address, tag }: DepositAddress): string =>
  [venue, asset.code, network, address, tag ?? ''].join(' ').trim();
