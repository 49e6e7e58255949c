import { isSEPACountry } from 'ibantools';
import { Decimal } from '../../../kernel/index.ts';
import { writtenForm, type BankAccount } from '../destinations/index.ts';
import { decimalsOf } from '../minor-units.ts';
import type { BankProfile } from './bank.ts';

/** A disbursement as a file has it: every text in the characters of banks. */
export interface Line {
  /** Our id of it in the messages of banks. */
  readonly id: string;
  readonly amount: string;
  readonly name: string;
  readonly iban: string;
  readonly bic: string | undefined;
  readonly address: readonly (readonly [element: string, text: string])[];
  readonly text: string;
}

/** What all lines of a file share. */
export interface Sealing {
  readonly messageId: string;
  readonly at: Date;
  readonly executionDate: string;
}

/** How a file is written: its head, a text for each line, its tail. */
export interface FileWriter {
  head(bank: BankProfile, sealing: Sealing & { readonly total: string; readonly count: number }): string;
  line(bank: BankProfile, sealing: Sealing, line: Line): string;
  readonly tail: string;
}

/** `D000000123`: letters, digits and dashes are what every bank takes. */
const lineIdOf = (number: number): string => `D${String(number).padStart(9, '0')}`;

/** The disbursement that an id in a message of a bank names. */
export function numberOf(lineId: string): number | undefined {
  const [, digits] = /^D(\d{9,15})$/.exec(lineId) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

interface Given {
  readonly number: number;
  readonly account_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly details: BankAccount;
}

export function lineOf({ number, account_id, currency, amount, details }: Given): Line {
  const { street, building, postcode, town, country } = details.address ?? {};
  const address = [
    ['StrtNm', street],
    ['BldgNb', building],
    ['PstCd', postcode],
    ['TwnNm', town],
    ['Ctry', country],
  ] as const;
  const id = lineIdOf(number);
  return {
    id,
    amount: Decimal.parse(amount)
      .round(decimalsOf(currency) ?? 0, 'down')
      .toString(),
    name: writtenForm(details.name),
    iban: details.iban,
    bic: details.bic,
    address: address.flatMap(([element, text]) =>
      text === undefined ? [] : [[element, writtenForm(text)] as const],
    ),
    text: writtenForm(`Disbursement ${id} account ${account_id}`).slice(0, 140),
  };
}

/** Why a bank would refuse a payment to a destination; undefined if it would not. */
export function faultOf({ iban, bic, address }: BankAccount, bank: BankProfile): string | undefined {
  if (bank.serviceLevel === 'SEPA' && !isSEPACountry(iban.slice(0, 2)))
    return `The IBAN is of ${iban.slice(0, 2)}, which is not in SEPA.`;
  if (bank.withoutBic === 'refuse' && bic === undefined) return 'The bank needs the BIC of the destination.';
  if (bank.address === 'structured' && !address) return 'The bank needs the address of the destination.';
  return undefined;
}
