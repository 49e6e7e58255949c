import { queryOptions } from '@tanstack/react-query';
import { partner } from '../api.ts';

export const NOUN = 'managed-disbursements';

const { managedDisbursements } = partner;

export const STATUSES = [
  'REQUESTED',
  'APPROVED',
  'SEALED',
  'SENT',
  'ACCEPTED',
  'PAID',
  'RETURNED',
  'FAILED',
  'CANCELLED',
] as const;

export const DESTINATION_STATUSES = ['WAITING', 'CONFIRMED', 'REFUSED', 'REPLACED', 'DISABLED'] as const;

export const disbursementQuery = (number: number) =>
  queryOptions({
    queryKey: [NOUN, 'one', number],
    queryFn: ({ signal }) => managedDisbursements.get(number, { signal }),
  });

/** The invoice of a disbursement, and the credit notes that take it back. */
export const documentsOfQuery = (number: number) =>
  queryOptions({
    queryKey: [NOUN, 'documents', number],
    queryFn: async ({ signal }) =>
      (await managedDisbursements.documents({ disbursement_number: number }, { signal })).documents,
  });

/** What a run over all partners would request now. */
export const runPreviewQuery = () =>
  queryOptions({
    queryKey: [NOUN, 'run-preview'],
    queryFn: ({ signal }) => managedDisbursements.previewRun({ signal }),
  });

export const banksQuery = () =>
  queryOptions({
    queryKey: [NOUN, 'banks'],
    queryFn: async ({ signal }) => (await managedDisbursements.banks({ signal })).banks,
    staleTime: Infinity,
  });
