import type { NoticeSettings } from '@quaestor/sdk';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Service } from '../session/index.ts';

const queryKey = ['notices', 'settings'];

export const settingsQuery = (service: Service) =>
  queryOptions({ queryKey, queryFn: () => service.notices.settings() });

const EVERY_MS = 5_000;

/** The chats that several people read. No event says that one fails, so they are read again and again. */
export const roomsQuery = (service: Service) =>
  queryOptions({
    queryKey: ['notices', 'rooms'],
    queryFn: () => service.notices.rooms(),
    refetchInterval: EVERY_MS,
  });

/** A change of the settings, which are shown as they are then. */
export function useNoticeChange<Input>(change: (input: Input) => Promise<NoticeSettings>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => client.setQueryData(queryKey, changed),
  });
}
