import { Refusal } from '../refusal.ts';
import type { AccountTerms } from '../terms.ts';

/** Who receives a withdrawal, in the words of the client. */
export type Beneficiary = Readonly<Partial<Record<string, string | boolean>>>;

/** Stands for every provider that is not listed. */
const UNLISTED = 'others';

interface Field {
  /** A field that does not apply must be left out. */
  readonly applies?: (given: Beneficiary) => boolean;
  readonly isOptional?: true;
  readonly isRight: (value: string | boolean) => boolean;
}

const oneOf =
  (...values: readonly (string | boolean)[]) =>
  (value: string | boolean) =>
    values.includes(value);
const matching = (pattern: RegExp) => (value: string | boolean) =>
  typeof value === 'string' && pattern.test(value);

const NAME = matching(/^\P{Nd}{1,100}$/u);
const TEXT = matching(/^.{1,100}$/u);

const isOther = ({ holder }: Beneficiary): boolean => holder === 'other';
const isPerson = (given: Beneficiary): boolean => isOther(given) && given['kind'] === 'person';
const isCompany = (given: Beneficiary): boolean => isOther(given) && given['kind'] === 'company';
const isHosted = ({ wallet }: Beneficiary): boolean => wallet === 'provider';

const FIELDS: Readonly<Record<string, Field>> = {
  holder: { isRight: oneOf('self', 'other') },
  kind: { applies: isOther, isRight: oneOf('person', 'company') },
  firstName: { applies: isPerson, isRight: NAME },
  lastName: { applies: isPerson, isRight: NAME },
  companyName: { applies: isCompany, isRight: TEXT },
  nativeName: { applies: isOther, isOptional: true, isRight: TEXT },
  street: { applies: isOther, isOptional: true, isRight: TEXT },
  postalCode: { applies: isOther, isOptional: true, isRight: TEXT },
  city: { applies: isOther, isRight: TEXT },
  country: { applies: isOther, isRight: matching(/^[A-Z]{2}$/) },
  purpose: { applies: isOther, isRight: oneOf('goods', 'services', 'investment', 'gift', 'other') },
  wallet: { isRight: oneOf('private', 'provider') },
  provider: { applies: isHosted, isRight: TEXT },
  providerName: { applies: ({ provider }) => provider === UNLISTED, isRight: TEXT },
  declaration: { isRight: oneOf(true) },
};

/** Refuses what is missing, wrong or more than the account is asked. */
export function checkBeneficiary(
  { asksBeneficiary }: AccountTerms,
  destination: { readonly kind: 'blockchain' | 'fiat' },
  given: Beneficiary | undefined,
): void {
  if (!asksBeneficiary || destination.kind === 'fiat') {
    if (given) throw wrong('This account is not asked who receives it.');
    return;
  }
  if (!given) throw new Refusal('beneficiary_required', 'Say who receives it.');
  for (const [name, value] of Object.entries(given)) {
    const field = FIELDS[name];
    if (!field || !(field.applies?.(given) ?? true)) throw wrong(`${name} does not belong there.`);
    if (value === undefined || !field.isRight(value)) throw wrong(`${name} is wrong.`);
  }
  for (const [name, { applies, isOptional }] of Object.entries(FIELDS)) {
    if (!isOptional && (applies?.(given) ?? true) && given[name] === undefined)
      throw wrong(`${name} is missing.`);
  }
  const { provider } = given;
  const isKnown = [UNLISTED, ...asksBeneficiary.providers.map(({ id }) => id)].includes(String(provider));
  if (provider !== undefined && !isKnown) throw wrong('provider is not listed.');
}

/** What the exchange wants to know beyond it before it pays; null where it asks nothing more. */
export const inquiryAbout = (given: Beneficiary | undefined): string | null =>
  given?.['provider'] === UNLISTED ? 'Which authority licenses the provider that is not listed?' : null;

const wrong = (message: string): Refusal => new Refusal('invalid_beneficiary', message);
