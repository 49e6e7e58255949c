import type { Trading } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import { createContext, use } from 'react';

/** What both services offer to people who sign in. */
export type Service = Pick<Trading, 'account' | 'invitations' | 'sessions'>;

const ServiceContext = createContext<Service | undefined>(undefined);

export const ServiceProvider = ServiceContext.Provider;

export function useService(): Service {
  const service = use(ServiceContext);
  if (service === undefined) throw new Error('There is no ServiceProvider above this component.');
  return service;
}

export const accountQuery = (service: Service) =>
  queryOptions({
    queryKey: ['account'],
    queryFn: ({ signal }) => service.account.get({ signal }),
    staleTime: 30_000,
  });
