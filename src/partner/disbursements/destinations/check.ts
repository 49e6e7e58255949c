import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { noFieldErrors, refuseFieldErrors } from '../../../kernel/index.ts';
import type { BankAccount } from './schema.ts';
import { writtenForm } from './written.ts';

/** The account in the form in which it is kept. Refuses what no bank could pay to. */
export function checkBankAccount({ name, iban, bic, address }: BankAccount): BankAccount {
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
