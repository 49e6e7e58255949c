import type { TravelRule } from '@quaestor/sdk';
import { countryName, formatDay } from '../text/index.ts';
import { texts } from './texts.ts';

const { said: t, choices } = texts;

/** Who receives it, in sentences. */
export function describeRecipient({ relation, party, address, wallet, purpose }: TravelRule): string[] {
  return [
    relation === 'OWN' ? t.own : whoOf(party),
    ...(address ? [t.address(addressOf(address))] : []),
    ...(party ? detailsOf(party) : []),
    wallet.kind === 'HOSTED' && wallet.provider
      ? t.hosted(
          [wallet.provider.name, countryOf(wallet.provider.country)].filter((text) => text !== '').join(', '),
        )
      : t.selfHosted,
    ...(purpose
      ? [
          t.purpose(
            [choices['purpose.code']?.[purpose.code] ?? purpose.code, purpose.text].filter(isText).join(', '),
          ),
        ]
      : []),
  ];
}

const isText = (text: string | undefined): text is string => text !== undefined && text !== '';
const countryOf = (code: string | undefined): string => (code === undefined ? '' : countryName(code));

type Party = NonNullable<TravelRule['party']>;

function whoOf(party: Party | undefined): string {
  if (party === undefined) return t.nobody;
  const { kind, firstName, lastName, companyName, localName, phoneticName } = party;
  const latin = (kind === 'LEGAL' ? [companyName] : [firstName, lastName]).filter(isText).join(' ');
  const local = [localName, phoneticName].filter(isText).join(', ');
  const name = latin !== '' && local !== '' ? t.local(latin, local) : `${latin}${local}`;
  if (name === '') return t.nobody;
  return kind === 'LEGAL' ? t.company(name) : t.person(name);
}

function addressOf({
  street,
  building,
  postalCode,
  city,
  state,
  country,
}: NonNullable<TravelRule['address']>) {
  const lines = [[street, building], [postalCode, city], [state], [countryOf(country)]];
  return lines
    .map((parts) => parts.filter(isText).join(' '))
    .filter(isText)
    .join(', ');
}

function detailsOf({
  birthDate,
  birthPlace,
  document,
  lei,
  registrationNumber,
  representative,
}: Party): string[] {
  const born = birthDate === undefined ? undefined : formatDay(birthDate);
  return [
    born !== undefined && birthPlace !== undefined
      ? t.bornOnIn(born, birthPlace)
      : born !== undefined
        ? t.born(born)
        : birthPlace !== undefined && t.bornIn(birthPlace),
    document &&
      t.document(
        choices['party.document.type']?.[document.type] ?? document.type,
        document.number,
        countryOf(document.issuedBy),
      ),
    document?.expires !== undefined && t.expires(formatDay(document.expires)),
    lei !== undefined && t.lei(lei),
    registrationNumber !== undefined && t.registration(registrationNumber),
    representative && t.representative(`${representative.firstName} ${representative.lastName}`),
  ].filter((line) => typeof line === 'string');
}
