import { invalid } from '../../../kernel/index.ts';

/** A bank profile: what a bank takes. Members that are absent have the values of `profileOf`. */
export interface Bank {
  readonly code: string;
  readonly format: FileFormat;
  /** The holder of our account. */
  readonly name: string;
  readonly iban: string;
  readonly bic?: string | undefined;
  readonly currency?: string | undefined;
  readonly initiatorId?: string | undefined;
  readonly withoutBic?: 'omit' | 'NOTPROVIDED' | 'refuse' | undefined;
  readonly address?: 'none' | 'structured' | undefined;
  readonly serviceLevel?: string | undefined;
  readonly chargeBearer?: 'SLEV' | 'SHAR' | 'DEBT' | 'CRED' | undefined;
  readonly batchBooking?: boolean | undefined;
  readonly instructionId?: boolean | undefined;
  readonly maxLines?: number | undefined;
  readonly maxDaysAhead?: number | undefined;
  readonly cutOff?: string | undefined;
  readonly paidBy?: 'statement' | 'status' | undefined;
  readonly returnFee?: 'partner' | 'program' | undefined;
}

export type FileFormat = 'pain.001.001.03' | 'pain.001.001.09' | 'csv';

type Given = Omit<Bank, 'bic' | 'initiatorId'>;

export type BankProfile = Pick<Bank, 'bic' | 'initiatorId'> & {
  readonly [Member in keyof Given]-?: NonNullable<Given[Member]>;
};

export const profileOf = (bank: Bank): BankProfile => ({
  ...bank,
  currency: bank.currency ?? 'EUR',
  withoutBic: bank.withoutBic ?? 'omit',
  address: bank.address ?? 'none',
  serviceLevel: bank.serviceLevel ?? 'SEPA',
  chargeBearer: bank.chargeBearer ?? 'SLEV',
  batchBooking: bank.batchBooking ?? false,
  instructionId: bank.instructionId ?? true,
  maxLines: bank.maxLines ?? 1000,
  maxDaysAhead: bank.maxDaysAhead ?? 60,
  cutOff: bank.cutOff ?? '12:00',
  paidBy: bank.paidBy ?? 'statement',
  returnFee: bank.returnFee ?? 'partner',
});

/** The profile with this code. Refuses one that the configuration does not have. */
export function bankNamed(banks: readonly BankProfile[], code: string): BankProfile {
  const bank = banks.find((each) => each.code === code);
  if (bank) return bank;
  const known = banks.map((each) => each.code).join(', ') || 'none';
  throw invalid({ bank: [`is not known; the configuration has ${known}`] });
}
