import type { DisbursementDestination } from '@quaestor/sdk';

/** By what people tell destinations apart: the name that banks get and the IBAN, or how it is paid and where. */
export const payeeOf = (destination: DisbursementDestination) => {
  const { written_name: written, iban, method, account, network, wallet } = destination;
  return { name: written ?? method ?? network ?? '', account: iban ?? account ?? wallet ?? '' };
};
