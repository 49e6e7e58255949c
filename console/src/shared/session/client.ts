import { QuaestorError } from '@quaestor/sdk';
import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { askNow, findOutage, noteAnswer } from '../connection/index.ts';
import type { Service } from './service.ts';

const ACCOUNT = ['account'];
const ASK_MS = 5_000;

/**
 * What the server said last. After a session has ended, the account is read again, which leads to the sign-in. While
 * the server does not answer, nothing else is asked.
 */
export function createClient({ account }: Service): QueryClient {
  const isThere = async (): Promise<boolean> => {
    try {
      await account.get({ timeout: ASK_MS });
      return true;
    } catch (error) {
      return !isUnanswered(error);
    }
  };
  const onError = (error: unknown, isAccount: boolean) => {
    if (isUnanswered(error)) void findOutage(isThere);
    if (isSignedOut(error) && !isAccount) void client.invalidateQueries({ queryKey: ACCOUNT, exact: true });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => onError(error, queryKey[0] === ACCOUNT[0] && queryKey.length === 1),
      onSuccess: noteAnswer,
    }),
    mutationCache: new MutationCache({ onError: (error) => onError(error, false), onSuccess: noteAnswer }),
    defaultOptions: {
      // The SDK repeats what can be repeated.
      queries: { retry: false, staleTime: 5_000 },
      // What a person asks for now is never sent later by itself.
      // Answers can hold secrets, so none is kept for longer than it is shown.
      mutations: { retry: false, networkMode: 'always', gcTime: 0 },
    },
  });
  // The browser says when it has lost its network, and when it has one again.
  onlineManager.subscribe((isOnline) => (isOnline ? askNow() : void findOutage(isThere)));
  return client;
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof QuaestorError && error.status === 401;

/** Whether no answer of the service came: it is away, or a proxy answers for it. */
const isUnanswered = (error: unknown): boolean =>
  error instanceof QuaestorError &&
  (error.code === 'connection_failed' ||
    error.code === 'deadline_exceeded' ||
    (error.code === 'unexpected_answer' && [502, 503, 504].includes(error.status ?? 0)));
