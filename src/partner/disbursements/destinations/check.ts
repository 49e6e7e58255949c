import { electronicFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';
import { invalid, noFieldErrors, refuseFieldErrors } from '../../../kernel/index.ts';
import { addressFault, tagFault, type Network } from '../../../platform/addresses/index.ts';
import { isAsset, type Asset } from '../minor-units.ts';
import type {
  BankAccount,
  ChainAddress,
  DestinationDetails,
  ExternalAccount,
  NewDestination,
} from './schema.ts';
import { writtenForm } from './written.ts';

/** A way to pay that the program offers beside banks. */
export interface Method {
  readonly code: string;
  /** What partners read. */
  readonly name: string;
  /** What partners enter. */
  readonly account: string;
}

/** A network on which the trading service pays an asset. */
export interface ChainNetwork {
  readonly asset: Asset;
  readonly network: string;
  readonly venue: string;
  readonly format: Exclude<Network['addressFormat'], 'alias'>;
  readonly tag?: Network['tag'] | undefined;
}

/** How the program pays beside banks. */
export interface Offers {
  readonly methods: readonly Method[];
  readonly networks: readonly ChainNetwork[];
}

/** The members that a kind of destination needs, and those that it can have. */
const MEMBERS = {
  bank: { needed: ['name', 'iban'], possible: ['bic', 'address'] },
  external: { needed: ['method', 'account'], possible: [] },
  chain: { needed: ['network', 'wallet'], possible: ['tag', 'travel_rule'] },
} as const;

/** The destination in the form in which it is kept. Refuses what nobody could pay to. */
export function checkDestination(
  { kind = 'bank', ...given }: NewDestination,
  currency: string,
  { methods, networks }: Offers,
): DestinationDetails {
  if (isAsset(currency) !== (kind === 'chain'))
    throw invalid({
      kind: [
        isAsset(currency) ? `must be chain: no bank pays ${currency}` : `cannot be chain for ${currency}`,
      ],
    });
  const { needed, possible } = MEMBERS[kind];
  const known = new Set<string>([...needed, ...possible]);
  const errors = noFieldErrors();
  for (const member of needed)
    if (given[member] === undefined) errors[member] = [`is required for the kind ${kind}`];
  for (const member of Object.keys(given))
    if (!known.has(member)) errors[member] = [`must be left out for the kind ${kind}`];
  refuseFieldErrors(errors);
  if (given.travel_rule?.relation === 'OWN')
    throw invalid({
      'travel_rule.relation': [
        'must be THIRD_PARTY: for the venue, OWN is the program, whose account there sends the money',
      ],
    });
  if (kind === 'bank') return checkBankAccount(given as BankAccount);
  if (kind === 'external') return checkExternal({ kind, ...given } as ExternalAccount, methods);
  return checkAddress(
    { kind, ...given } as ChainAddress,
    networks.filter(({ asset }) => asset === currency),
  );
}

function checkAddress(
  { kind, network, wallet, tag }: ChainAddress,
  offered: readonly ChainNetwork[],
): ChainAddress {
  const found = offered.find((each) => each.network === network);
  if (!found) {
    const names = offered.map((each) => each.network).join(', ');
    throw invalid({
      network: [names === '' ? 'is not offered for this account' : `must be one of ${names}`],
    });
  }
  const rules = { code: network, addressFormat: found.format, tag: found.tag ?? 'none' };
  const errors = noFieldErrors();
  const address = addressFault(rules, wallet);
  if (address !== undefined) errors['wallet'] = [address];
  const tagged = tagFault(rules, tag ?? null);
  if (tagged !== undefined) errors['tag'] = [tagged];
  refuseFieldErrors(errors);
  return { kind, network, wallet, ...(tag !== undefined && { tag }) };
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

  /** A shortened name would not be the name of the account. */
  function checkText(field: string, text: string, limit = 70): void {
    const written = writtenForm(text);
    if (!/[A-Za-z0-9]/.test(written)) errors[field] = ['must have letters that a bank file can have'];
    else if (written.length > limit)
      errors[field] = [`must have at most ${limit} characters as it is written for banks: ${written}`];
  }
}

const ADDRESS: Readonly<Record<string, number>> = { street: 70, building: 16, postcode: 16, town: 35 };
