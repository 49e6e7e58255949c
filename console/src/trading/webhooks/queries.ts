import { queryOptions } from '@tanstack/react-query';
import { trading } from '../api.ts';

/** Attempts have no events. */
export const EVERY_MS = 2_000;

export const webhooksQuery = () =>
  queryOptions({
    queryKey: ['webhooks', 'list'],
    queryFn: ({ signal }) => trading.webhooks.list({ signal }),
  });

export const webhookQuery = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: ({ signal }) => trading.webhooks.get(id, { signal }),
  });

export const deliveryQuery = (id: string, messageId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'one', id, 'delivery', messageId],
    queryFn: ({ signal }) => trading.webhooks.deliveries.get(id, messageId, { signal }),
    refetchInterval: ({ state: { data } }) => data?.state === 'PENDING' && EVERY_MS,
  });
