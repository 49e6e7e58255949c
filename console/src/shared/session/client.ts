import { QuaestorError } from '@quaestor/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const ACCOUNT = ['account'];

/** What the server said last. After a session has ended, the account is read again, which leads to the sign-in. */
export function createClient(): QueryClient {
  const onError = (error: unknown, isAccount: boolean) => {
    if (isSignedOut(error) && !isAccount) void client.invalidateQueries({ queryKey: ACCOUNT, exact: true });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => onError(error, queryKey[0] === ACCOUNT[0] && queryKey.length === 1),
    }),
    mutationCache: new MutationCache({ onError: (error) => onError(error, false) }),
    defaultOptions: {
      // The SDK repeats what can be repeated.
      queries: { retry: false, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
  return client;
}

export const isSignedOut = (error: unknown): boolean =>
  error instanceof QuaestorError && error.status === 401;
