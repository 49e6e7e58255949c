import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { invalid, noFieldErrors, refuseFieldErrors } from '../../../kernel/index.ts';
import type { BankAccount, DestinationDetails, ExternalAccount, NewDestination } from './schema.ts';
import { writtenForm } from './written.ts';

/** A way to pay that the program offers beside banks. */
export interface Method {
  readonly code: string;
  /** What partners read. */
  readonly name: string;
  /** What partners enter. */
  readonly account: string;
}

/** The members that a kind of destination needs, and those that it can have. */
const MEMBERS = {
  bank: { needed: ['name', 'iban'], possible: ['bic', 'address'] },
  external: { needed: ['method', 'account'], possible: [] },
} as const;

/** The destination in the form in which it is kept. Refuses what nobody could pay to. */
export function checkDestination(
  { kind = 'bank', ...given }: NewDestination,
  methods: readonly Method[],
): DestinationDetails {
  const { needed, possible } = MEMBERS[kind];
  const known = new Set<string>([...needed, ...possible]);
  const errors = noFieldErrors();
  for (const member of needed)
    if (given[member] === undefined) errors[member] = [`is required for the kind ${kind}`];
  for (const member of Object.keys(given))
    if (!known.has(member)) errors[member] = [`must be left out for the kind ${kind}`];
  refuseFieldErrors(errors);
  return kind === 'bank'
    ? checkBankAccount(given as BankAccount)
    : checkExternal({ kind, ...given } as ExternalAccount, methods);
}

function checkExternal(
  { kind, method, account }: ExternalAccount,
  methods: readonly Method[],
): ExternalAccount {
  if (methods.some(({ code }) => code === method)) return { kind, method, account };
  const codes = methods.map(({ code }) => code).join(', ');
  throw invalid({ method: [codes === '' ? 'is not offered: banks pay only' : `must be one of ${codes}`] });
}

function checkBankAccount({ name, iban, bic, address }: BankAccount): BankAccount {
  const errors = noFieldErrors();
  const account = electronicFormatIBAN(iban) ?? '';
  if (!isValidIBAN(account)) errors['iban'] = ['must be an IBAN: its length or its check digits are wrong'];
  const bank = bic?.toUpperCase();
  if (bank !== undefined && !isValidBIC(bank)) errors['bic'] = ['must be a BIC such as COBADEFFXXX'];
  checkText('name', name, 70);
  for (const [field, text] of Object.entries(address ?? {}))
    checkText(`address.${field}`, text, ADDRESS[field]);
  refuseFieldErrors(errors);
  return { name, iban: account, ...(bank !== undefined && { bic: bank }), ...(address && { address }) };

  /** A name that was cut would not be that of the account. */
  function checkText(field: string, text: string, limit = 70): void {
    const written = writtenForm(text);
    if (!/[A-Za-z0-9]/.test(written)) errors[field] = ['must have letters that a bank file can have'];
    else if (written.length > limit)
      errors[field] = [`must have at most ${limit} characters as it is written for banks: ${written}`];
  }
}

const ADDRESS: Readonly<Record<string, number>> = { street: 70, building: 16, postcode: 16, town: 35 };
