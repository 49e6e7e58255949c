import type { TravelRule } from '../schema.ts';

/** Stands in every field about a person, so that it can be searched for. */
export const MARKER = 'Zyxmark';

/** Everything that any form could ask, with a name that no other text has. */
const PARTY: TravelRule['party'] = {
  kind: 'NATURAL',
  firstName: `Ada ${MARKER}`,
  lastName: `${MARKER} Lovelace`,
  localName: `山田${MARKER}`,
  phoneticName: `ヤマダ${MARKER}`,
  birthDate: '1985-12-10',
  birthPlace: `${MARKER}burg`,
  document: { type: 'PASSPORT', number: `C01${MARKER}`, issuedBy: 'GB', expires: '2031-05-31' },
};
const COMPANY: TravelRule['party'] = {
  kind: 'LEGAL',
  companyName: `${MARKER} Engines`,
  localName: `株式会社${MARKER}`,
  phoneticName: `カブシキガイシャ${MARKER}`,
  lei: '529900T8BM49AURSDO55',
  registrationNumber: `HRB ${MARKER}`,
  document: { type: 'OTHER', number: `1${MARKER}`, issuedBy: 'GB', expires: '2031-05-31' },
  representative: { firstName: `Grace${MARKER}`, lastName: `Hopper${MARKER}` },
};
const REST = {
  address: {
    country: 'DE',
    state: `Bavaria${MARKER}`,
    city: `Munich${MARKER}`,
    street: `${MARKER}straße`,
    building: '12a',
    postalCode: `8${MARKER}`,
  },
  purpose: { code: 'SERVICES', text: `Invoice 4711 of May for ${MARKER}` },
  declared: true,
} as const;
const HOSTED: TravelRule['wallet'] = {
  kind: 'HOSTED',
  provider: {
    name: 'Kraken',
    country: 'US',
    ids: { binance: 'KRAKEN', bybit: 'kraken', okx: 'did:ethr:0x1', coinbase: 'f0e1', bitstamp: 'a1b2' },
  },
};
const SELF: TravelRule['wallet'] = { kind: 'SELF_HOSTED' };

/** Every kind of recipient. */
export const RECIPIENTS: Readonly<Record<string, TravelRule>> = {
  'a person with an account elsewhere': { relation: 'THIRD_PARTY', party: PARTY, wallet: HOSTED, ...REST },
  'a person with an own wallet': { relation: 'THIRD_PARTY', party: PARTY, wallet: SELF, ...REST },
  'a company with an account elsewhere': { relation: 'THIRD_PARTY', party: COMPANY, wallet: HOSTED, ...REST },
  'a company with an own wallet': { relation: 'THIRD_PARTY', party: COMPANY, wallet: SELF, ...REST },
  'ourselves elsewhere': { relation: 'OWN', party: COMPANY, wallet: HOSTED, ...REST },
  'our own wallet': { relation: 'OWN', party: COMPANY, wallet: SELF, ...REST },
};

/** The paths of all members that are not objects. */
export function pathsIn(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null ? pathsIn(inner, `${before}${name}.`) : `${before}${name}`,
  );
}

export function without<T extends object>(value: T, path: string): T {
  const [name = '', ...rest] = path.split('.');
  const { [name as keyof T]: inner, ...others } = value;
  if (rest.length === 0) return others as T;
  return inner === undefined ? value : { ...value, [name]: without(inner as object, rest.join('.')) };
}
