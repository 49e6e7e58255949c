import { QuaestorError, type SelfBillingAgreement } from '@quaestor/sdk';
import { queryOptions } from '@tanstack/react-query';
import type { Reads } from '../viewed.ts';
import { sumMonth } from './sum-month.ts';

/** What banks and managers do has no events. */
const EVERY_MS = 30_000;
const MOST = 100;

export const balancesQuery = (reads: Reads) =>
  queryOptions({
    queryKey: ['disbursements', reads.of, 'balances'],
    queryFn: async ({ signal }) => (await reads.disbursements.balances({ signal })).balances,
  });

export const disbursementQuery = (reads: Reads, number: number) =>
  queryOptions({
    queryKey: ['disbursements', reads.of, 'one', number],
    queryFn: ({ signal }) => reads.disbursements.get(number, { signal }),
    refetchInterval: EVERY_MS,
  });

/** The ways to be paid beside a bank account. */
export const methodsQuery = (reads: Reads) =>
  queryOptions({
    queryKey: ['disbursements', reads.of, 'methods'],
    queryFn: ({ signal }) => reads.disbursements.methods({ signal }),
  });

/** The newest destinations of the partner. */
export const destinationsQuery = (reads: Reads) =>
  queryOptions({
    queryKey: ['disbursements', reads.of, 'destinations'],
    queryFn: async ({ signal }) =>
      (await reads.disbursements.destinations({ limit: MOST }, { signal })).destinations,
  });

/** What an account earned and what was paid from it in each of these months. */
export const monthsQuery = (reads: Reads, account: string, months: readonly string[]) =>
  queryOptions({
    queryKey: ['wallets', reads.of, 'one', account, 'months', ...months],
    queryFn: ({ signal }) =>
      Promise.all(
        months.map(async (month) => {
          const { lines } = await reads.wallets.statement(account, month, { signal });
          return { month, ...sumMonth(lines) };
        }),
      ),
  });

/** Null where the program issues no documents. */
export const agreementQuery = (reads: Reads) =>
  queryOptions({
    queryKey: ['disbursements', reads.of, 'agreement'],
    queryFn: async ({ signal }): Promise<SelfBillingAgreement | null> => {
      try {
        return await reads.disbursements.agreement({ signal });
      } catch (error) {
        if (error instanceof QuaestorError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The invoice of a disbursement, and the credit notes that take it back. */
export const documentsOfQuery = (reads: Reads, number: number) =>
  queryOptions({
    queryKey: ['disbursements', reads.of, 'documents', number],
    queryFn: async ({ signal }) =>
      (await reads.disbursements.documents({ disbursement_number: number }, { signal })).documents,
    refetchInterval: EVERY_MS,
  });
