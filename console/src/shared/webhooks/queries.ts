import { queryOptions } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';

/** Attempts have no events. */
export const EVERY_MS = 2_000;
const HISTORY_EVERY_MS = 30_000;

export const webhooksQuery = ({ webhooks }: Service) =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal }) => webhooks.list({ signal }),
  });

export const webhookQuery = ({ webhooks }: Service, id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => webhooks.get(id, { signal }),
  });

export const historyQuery = ({ webhooks }: Service, id: string, by: 'day' | 'hour') =>
  queryOptions({
    queryKey: ['webhooks', 'one', id, 'history', by],
    queryFn: ({ signal }) => webhooks.history(id, { by }, { signal }),
    refetchInterval: HISTORY_EVERY_MS,
  });

export const deliveryQuery = ({ webhooks }: Service, id: string, messageId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id, 'delivery', messageId],
    queryFn: ({ signal }) => webhooks.deliveries.get(id, messageId, { signal }),
    refetchInterval: ({ state: { data } }) => data?.state === 'PENDING' && EVERY_MS,
  });
