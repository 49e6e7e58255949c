import { useQuery } from '@tanstack/react-query';
import { accountQuery, useService } from './service.ts';

/** The account of the person, once it is known. */
export const useAccount = () => useQuery(accountQuery(useService())).data;

/** Whether the person has this scope. The server checks it again. */
export const useScope = (scope: string): boolean => useAccount()?.scopes.includes(scope) ?? false;
