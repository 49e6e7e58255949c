import type { BillingDetails } from './schema.ts';

/** The settings `selfBilling`. */
export interface Issuer {
  /** Empty where no documents are issued. */
  readonly name: string;
  readonly address: string;
  readonly vatId: string;
  readonly series: string;
  readonly service: string;
  readonly agreement: string;
  readonly agreementDays: number;
  readonly treatments: readonly Treatment[];
}

/** How a document treats VAT, as the firm has decided it. */
export interface Treatment {
  /** Of the partner; absent for any. */
  readonly country?: string | undefined;
  readonly kind?: BillingDetails['kind'] | undefined;
  /** A percentage. */
  readonly rate: string;
  readonly note?: string | undefined;
}

/** Whether a disbursement needs a document. */
export const wantsDocuments = ({ name }: Issuer): boolean => name !== '';

/** The first that fits. */
export const treatmentOf = (
  { treatments }: Issuer,
  { kind, address }: Pick<BillingDetails, 'kind' | 'address'>,
): Treatment | undefined =>
  treatments.find(
    (each) =>
      (each.country === undefined || each.country === address.country) &&
      (each.kind === undefined || each.kind === kind),
  );
