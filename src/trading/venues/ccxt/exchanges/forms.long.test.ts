import { describe, expect, it } from 'vitest';
import type { TravelRule } from '../../../../platform/personal-data/index.ts';
import { fill, type Filled } from '../../../travel-rule/index.ts';
import type { TravelRuleProfile } from '../profile.ts';
import { travelRule as binance } from './binance/travel-rule.ts';
import { travelRule as bitget } from './bitget/travel-rule.ts';
import { travelRule as bitstamp } from './bitstamp/travel-rule.ts';
import { travelRule as bybit } from './bybit/travel-rule.ts';
import { travelRule as coinbase } from './coinbase/travel-rule.ts';
import { travelRule as okx } from './okx/travel-rule.ts';

const PROFILES = { binance, bitget, bitstamp, bybit, coinbase, okx };

/** Written down a second time, from lists of the two unions. */
const EU = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ');
const EEA = [...EU, 'IS', 'LI', 'NO'];

/** An answer, what it looks like, and of whom it is asked; what it looks like is a pattern of its JSON. */
type Line = readonly [name: string, looks: RegExp, when?: string];

const YES = /^true$/;
const TEXT = /^".+"$/;
const LOWER = /^"[a-z]{2}"$/;
const UPPER = /^"[A-Z]{2}"$/;
const owner: Line = ['isAddressOwner', /^[12]$/];
const kind: Line = ['bnfType', /^[01]$/, 'third'];
const sendTo: readonly Line[] = [
  ['sendTo', /^[12]$/],
  ['vasp', TEXT, 'hosted'],
];
const declaration: Line = ['declaration', YES];
const both: readonly Line[] = [
  ['bnfFirstName', TEXT, 'third person'],
  ['bnfLastName', TEXT, 'third person'],
];
const corporation: readonly Line[] = [
  ['bnfCorpName', TEXT, 'third company'],
  ['bnfCorpCountry', LOWER, 'third company'],
];
const europe: readonly Line[] = [
  owner,
  kind,
  ...both,
  ['country', LOWER, 'third person'],
  ...corporation,
  ...sendTo,
  declaration,
];
const zealand: readonly Line[] = [
  owner,
  kind,
  ['bnfName', TEXT, 'third person'],
  ['country', LOWER, 'third person'],
  ...corporation,
  ...sendTo,
  declaration,
];
const emirates: readonly Line[] = [
  owner,
  kind,
  ['bnfName', TEXT, 'third'],
  ['country', LOWER, 'third'],
  ['city', TEXT, 'third'],
  ...sendTo,
];
const bybitCommon: readonly Line[] = [
  ['walletType', /^[01]$/],
  ['legalType', /^"(individual|company)"$/],
  ['vaspCode', /^".{1,64}"$/, 'hosted'],
  ['isSelfWallet', /^(true|false)$/],
  ['firstName', /^".{1,128}"$/, 'person'],
  ['lastName', /^".{1,128}"$/, 'person'],
  ['companyName', /^".{1,256}"$/, 'company'],
];
const purpose: Line = ['transactionPurpose', /^".{20,500}"$/];
const identity: readonly Line[] = [
  ['poiType', /^"(ID_CARD|PASSPORT|DRIVERS|RESIDENCE_PERMIT|OTHER)"$/],
  ['poiNumber', /^".{1,64}"$/],
  ['poiIssuingCountry', /^"[A-Z]{3}"$/],
  ['poiExpiredDate', /^"\d{4}-\d\d-\d\d"$/],
];
const okxBahamas: readonly Line[] = [
  ['walletType', /^"(exchange|private)"$/],
  ['exchId', TEXT, 'hosted'],
  ['rcvrFirstName', TEXT, 'hosted'],
  ['rcvrLastName', TEXT, 'hosted'],
  ['rcvrCountry', UPPER, 'hosted'],
  ['rcvrCountrySubDivision', TEXT, 'hosted'],
  ['rcvrTownName', TEXT, 'hosted'],
  ['rcvrStreetName', TEXT, 'hosted'],
];
const walletType: Line = ['beneficiary_wallet_type', /^"WALLET_TYPE_(SELF_HOSTED|EXCHANGE)"$/];
const isSelf: Line = ['is_self', /^"IS_SELF_(TRUE|FALSE)"$/];
const coinbaseWhole: readonly Line[] = [
  walletType,
  isSelf,
  ['beneficiary_name', TEXT],
  ['beneficiary_address.country', UPPER],
  ['beneficiary_financial_institution', TEXT, 'hosted'],
];

/** The forms as the exchanges documented them by July 2026, by the countries of the accounts. */
const FORMS: readonly [
  exchange: keyof typeof PROFILES,
  countries: readonly string[],
  lines: readonly Line[],
][] = [
  ['binance', ['EU', ...EU], europe],
  ['binance', ['AU'], [...europe, ['city', TEXT, 'third person'], ['bnfCorpCity', TEXT, 'third company']]],
  [
    'binance',
    ['JP'],
    [
      owner,
      kind,
      ['kanjiName', TEXT, 'third'],
      ['kanaName', TEXT, 'third'],
      ['latinName', TEXT, 'third'],
      ['country', LOWER],
      ['city', TEXT],
      ...sendTo,
      ['vaspCountry', LOWER, 'hosted'],
      ['txnPurpose', /^[124567]$/],
      ['isAttested', YES],
    ],
  ],
  [
    'binance',
    ['KZ'],
    [
      ['isAddressOwner', /^(true|false)$/],
      kind,
      ['beneficiaryName', TEXT, 'third'],
      ['beneficiaryCountry', LOWER],
      ['beneficiaryCity', TEXT],
      ...sendTo,
      ['txnPurpose', /^"(service|goods|p2p|charity|others)"$/],
      ['isAttested', YES],
    ],
  ],
  ['binance', ['NZ', 'ZA'], zealand],
  [
    'binance',
    ['BH'],
    [
      owner,
      kind,
      ...both,
      ['bnfName', TEXT, 'third company'],
      ['country', LOWER, 'third'],
      ['city', TEXT, 'third'],
      ...sendTo,
    ],
  ],
  ['binance', ['AE', 'IN'], emirates],
  ['bybit', ['EU', ...EEA], [...bybitCommon, purpose]],
  ['bybit', ['TR'], [...bybitCommon, ...identity, purpose]],
  ['bybit', ['KZ'], [...bybitCommon, ...identity]],
  ['bybit', ['IN'], bybitCommon],
  [
    'bybit',
    ['KR'],
    [
      ...bybitCommon,
      ['representativeFirstName', TEXT, 'company'],
      ['representativeLastName', TEXT, 'company'],
    ],
  ],
  ['okx', ['BS'], okxBahamas],
  ['okx', ['EU', ...EEA], okxBahamas],
  ['coinbase', ['EU', ...EEA, 'GB', 'SG', 'HK', 'PH'], coinbaseWhole],
  ['coinbase', ['BM'], [walletType, isSelf, ['beneficiary_name', TEXT]]],
  [
    'coinbase',
    ['CA'],
    [
      walletType,
      ['beneficiary_name', TEXT, 'hosted'],
      ['beneficiary_address.country', UPPER, 'hosted'],
      ['beneficiary_address.address1', TEXT, 'hosted'],
      ['beneficiary_address.city', TEXT, 'hosted'],
      ['beneficiary_address.state', TEXT, 'hosted'],
      ['beneficiary_address.postal_code', TEXT, 'hosted'],
    ],
  ],
  [
    'bitget',
    ['KR'],
    [
      ['memberCode', /^"(bithumb|korbit|coinone)"$/, 'hosted'],
      ['identityType', /^"(company|user)"$/, 'hosted'],
      ['companyName', TEXT, 'hosted company'],
      ['firstName', TEXT, 'hosted person'],
      ['lastName', TEXT, 'hosted person'],
    ],
  ],
  [
    'bitstamp',
    ['LU', 'GB'],
    [
      ['beneficiary_thirdparty', /^"(true|false)"$/],
      ['vasp_uuid', TEXT, 'hosted'],
      ...['first_name', 'last_name', 'date_of_birth', 'place_of_birth', 'id_type', 'id_number'].map(
        (name): Line => [`retail_info.${name}`, TEXT, 'third person'],
      ),
      ...['street_and_house_number', 'city', 'zip', 'country'].map((name): Line => [
        `retail_info.${name}`,
        TEXT,
        'third person',
      ]),
      ...['company_name', 'address', 'country', 'lei', 'company_id'].map((name): Line => [
        `corporate_info.${name}`,
        TEXT,
        'third company',
      ]),
    ],
  ],
];

/** In which an answer may be left out. */
const OPTIONAL: Readonly<Record<string, RegExp>> = {
  'binance IN': /^address\.city$/,
  bitstamp: /^(party\.(birth|document|lei|registration)|address\.)/,
  coinbase: /^address\.building$/,
  okx: /^address\.building$/,
};

const document = { type: 'PASSPORT', number: 'C01X00T47', issuedBy: 'GB', expires: '2031-05-31' } as const;
const names = { localName: '山田太郎', phoneticName: 'ヤマダタロウ', document };
const PARTIES = {
  person: {
    kind: 'NATURAL',
    firstName: 'Ada',
    lastName: 'Lovelace',
    birthDate: '1985-12-10',
    birthPlace: 'London',
    ...names,
  },
  company: {
    kind: 'LEGAL',
    companyName: 'Analytical Engines',
    lei: '529900T8BM49AURSDO55',
    registrationNumber: 'HRB 1',
    representative: { firstName: 'Grace', lastName: 'Hopper' },
    ...names,
  },
} as const;
const ids = {
  binance: 'KRAKEN',
  bybit: 'kraken',
  okx: 'did:1',
  coinbase: 'f0',
  bitstamp: 'a1',
  bitget: 'korbit',
};
const WALLETS: Readonly<Record<string, TravelRule['wallet']>> = {
  'self-hosted': { kind: 'SELF_HOSTED' },
  hosted: { kind: 'HOSTED', provider: { name: 'Kraken', country: 'US', ids } },
};

/** Every kind of recipient with everything that anybody asks, by words of the table. */
const CASES = (['own', 'third'] as const).flatMap((relation) =>
  (['person', 'company'] as const).flatMap((party) =>
    Object.entries(WALLETS).map(([wallet, place]) => {
      const data: TravelRule = {
        relation: relation === 'own' ? 'OWN' : 'THIRD_PARTY',
        party: PARTIES[party],
        address: {
          country: 'DE',
          state: 'Bavaria',
          city: 'Munich',
          street: 'Leopoldstraße',
          building: '12a',
          postalCode: '80802',
        },
        wallet: place,
        purpose: { code: 'SERVICES', text: 'Invoice 4711 of May for services' },
        declared: true,
      };
      return { words: [relation, party, wallet], data };
    }),
  ),
);

const formOf = (exchange: keyof typeof PROFILES, country: string) => {
  const { forms, anywhere }: TravelRuleProfile = PROFILES[exchange];
  const form = forms[country] ?? anywhere;
  if (!form) throw new Error(`${exchange} has no form for ${country}.`);
  return form;
};
const filled = (exchange: keyof typeof PROFILES, country: string, data: TravelRule): Filled =>
  fill(formOf(exchange, country), data);
const errorsOf = (outcome: Filled): string[] => Object.keys(outcome.errors ?? {});

const read = (text: unknown): object => (typeof text === 'string' ? (JSON.parse(text) as object) : {});

/** What stands in the request, by its name with points, as JSON. */
function sent(exchange: keyof typeof PROFILES, country: string, data: TravelRule): Record<string, string> {
  const outcome = filled(exchange, country, data);
  if (outcome.errors) throw new Error(`${exchange} ${country}: ${JSON.stringify(outcome.errors)}`);
  const parameters = PROFILES[exchange].toParameters(outcome.answers);
  const { questionnaire, beneficiary_info: info, rcvrInfo, travel_rule_data: rule, ...flat } = parameters;
  return flatten({
    ...flat,
    ...read(questionnaire),
    ...read(info),
    ...(rcvrInfo as object | undefined),
    ...(rule as object | undefined),
  });
}

const flatten = (value: object, before = ''): Record<string, string> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
      typeof inner === 'object' && inner !== null
        ? Object.entries(flatten(inner, `${before}${name}.`))
        : [[`${before}${name}`, JSON.stringify(inner)]],
    ),
  );

const pathsIn = (value: object, before = ''): string[] =>
  Object.entries(value).flatMap(([name, inner]: [string, unknown]) =>
    typeof inner === 'object' && inner !== null ? pathsIn(inner, `${before}${name}.`) : `${before}${name}`,
  );

function change<T extends object>(value: T, path: string, to?: string): T {
  const [name = '', ...rest] = path.split('.');
  const { [name as keyof T]: inner, ...others } = value;
  if (rest.length > 0) return { ...value, [name]: change(inner ?? {}, rest.join('.'), to) };
  return (to === undefined ? others : { ...others, [name]: to }) as T;
}

/** OKX pays nobody there who holds the keys. */
const isPaid = (exchange: string, country: string, words: readonly string[]): boolean =>
  exchange !== 'okx' || country === 'BS' || words.includes('hosted');

const ALL = FORMS.flatMap(([exchange, countries, lines]) =>
  countries.map((country) => [`${exchange} ${country}`, exchange, country, lines] as const),
);

it.each(Object.entries(PROFILES))(
  '%s has forms for exactly the countries that its documents name',
  (name, profile) => {
    const documented = FORMS.flatMap(([exchange, countries]) => (exchange === name ? countries : []));
    const isAnywhere = profile.anywhere !== undefined;
    expect(Object.keys(profile.forms).toSorted()).toEqual(isAnywhere ? [] : documented.toSorted());
  },
);

/** What is asked of a recipient, and what it looks like there. */
const wantedOf = (lines: readonly Line[], words: readonly string[]): Readonly<Record<string, RegExp>> =>
  Object.fromEntries(
    lines
      .filter(([, , when = '']) => when.split(' ').every((word) => word === '' || words.includes(word)))
      .map(([name, looks]) => [name, looks]),
  );

/** Of the answers that stand in a request: those that are missing, too much or not what they should be. */
function faultsIn(form: Record<string, string>, wanted: Readonly<Record<string, RegExp>>): string[] {
  const names = new Set([...Object.keys(form), ...Object.keys(wanted)]);
  return [...names].flatMap((name) => {
    const answer = form[name];
    if (answer === undefined) return `missing: ${name}`;
    if (!wanted[name]) return `surplus: ${name}`;
    return wanted[name].test(answer) ? [] : `wrong: ${name} ${answer}`;
  });
}

/** What becomes of a recipient about whom something is not said. */
function without(exchange: keyof typeof PROFILES, country: string, data: TravelRule, path: string): string {
  const less = change(data, path);
  const errors = errorsOf(filled(exchange, country, less));
  if (errors.length > 0) return errors.join();
  const [whole, left] = [sent(exchange, country, data), sent(exchange, country, less)];
  if (JSON.stringify(whole) === JSON.stringify(left)) return 'not asked';
  const isPart = Object.keys(left).every((name) => name in whole);
  const isOptional = (OPTIONAL[`${exchange} ${country}`] ?? OPTIONAL[exchange])?.test(path);
  return isPart && isOptional ? 'optional' : `sent without ${path}`;
}

describe.each(ALL)('%s', (_title, exchange, country, lines) => {
  it('asks of every kind of recipient exactly what is documented, in the types that are', () => {
    const faults = CASES.flatMap(({ words, data }) => {
      const outcome = filled(exchange, country, data);
      if (!isPaid(exchange, country, words))
        return errorsOf(outcome).join() === 'wallet.kind' ? [] : `${words.join()}: it is paid`;
      return faultsIn(sent(exchange, country, data), wantedOf(lines, words)).map(
        (fault) => `${words.join()}: ${fault}`,
      );
    });
    expect(faults).toEqual([]);
  });

  it('names each answer that is missing, and takes nothing in its place', () => {
    for (const { data } of CASES.filter(({ words }) => isPaid(exchange, country, words))) {
      for (const path of pathsIn(data))
        expect(['not asked', 'optional', path]).toContain(without(exchange, country, data, path));
    }
  });
});

const third = (party: 'person' | 'company', wallet = 'hosted'): TravelRule => {
  const found = CASES.find(({ words }) => words.join() === `third,${party},${wallet}`);
  if (!found) throw new Error('There is no such case.');
  return found.data;
};

/** Where the rule of Binance for names holds, and where it does not. */
type Named = readonly [country: string, party: 'person' | 'company', path: string, isRuled: boolean];
const NAMED: readonly Named[] = [
  ...['FR', 'AU', 'NZ', 'ZA', 'BH', 'AE', 'IN', 'JP', 'KZ'].flatMap((country) =>
    ['party.firstName', 'party.lastName'].map((path) => [country, 'person', path, true] as const),
  ),
  ...['AE', 'IN', 'JP', 'KZ'].map((country) => [country, 'company', 'party.companyName', true] as const),
  ...['FR', 'AU', 'NZ', 'ZA', 'BH'].map(
    (country) => [country, 'company', 'party.companyName', false] as const,
  ),
  ['JP', 'person', 'party.localName', false],
  ['JP', 'person', 'party.phoneticName', false],
];
const REFUSED_NAMES = [
  'Ada 2',
  'Looove',
  'A'.padEnd(51, 'bc'),
  ...Array.from('!@#$%^&*()_=.~`<>/:;?€£¥', (sign) => `Ada${sign}`),
];

it.each(NAMED)(
  'Binance in %s, of a %s: the rule for names holds for %s: %s',
  (country, party, path, isRuled) => {
    const withName = (name: string) => errorsOf(filled('binance', country, change(third(party), path, name)));
    for (const name of REFUSED_NAMES) expect([name, withName(name).includes(path)]).toEqual([name, isRuled]);
    for (const name of ["O'Neil-Müller", 'Ŝi, Ĉu', '李']) expect([name, withName(name)]).toEqual([name, []]);
  },
);

/** The word of ours and that of the exchange. */
it.each([
  ['JP', { GOODS: 1, LIVING: 2, INVESTMENT: 4, SERVICES: 5, LOAN: 6, DONATION: 7 }, ['P2P', 'OTHER']],
  [
    'KZ',
    { SERVICES: 'service', GOODS: 'goods', P2P: 'p2p', DONATION: 'charity', OTHER: 'others' },
    ['INVESTMENT', 'LIVING', 'LOAN'],
  ],
] as const)(
  'Binance in %s gets purposes in its own words, and those it does not know are refused',
  (country, known, others) => {
    for (const [code, word] of Object.entries(known))
      expect(sent('binance', country, change(third('person'), 'purpose.code', code))['txnPurpose']).toBe(
        JSON.stringify(word),
      );
    for (const code of others)
      expect(errorsOf(filled('binance', country, change(third('person'), 'purpose.code', code)))).toEqual([
        'purpose.code',
      ]);
    const other = sent('binance', 'KZ', change(third('person'), 'purpose.code', 'OTHER'));
    expect(other['txnPurposeOthers']).toBe(JSON.stringify('Invoice 4711 of May for services'));
  },
);

it.each([
  ['CN', ['notNortheasternProvinces', 'other'], ['', 'Beijing']],
  ['UA', ['other'], ['notNortheasternProvinces', 'Crimea']],
] as const)('Binance in Japan wants the region of a provider in %s', (country, known, wrong) => {
  const at = change(third('person'), 'wallet.provider.country', country);
  const region = 'wallet.provider.region';
  expect(errorsOf(filled('binance', 'JP', at))).toEqual([region]);
  for (const one of known)
    expect(sent('binance', 'JP', change(at, region, one))['vaspRegion']).toBe(JSON.stringify(one));
  for (const one of wrong)
    expect(errorsOf(filled('binance', 'JP', change(at, region, one)))).toEqual([region]);
});

it('Binance gets the name of a provider that it does not list, except in Japan', () => {
  for (const country of ['FR', 'AU', 'NZ', 'ZA', 'BH', 'AE', 'IN', 'KZ', 'JP']) {
    const { vasp, vaspName } = sent(
      'binance',
      country,
      change(third('person'), 'wallet.provider.ids.binance', 'others'),
    );
    expect([country, vasp, vaspName]).toEqual([
      country,
      '"others"',
      country === 'JP' ? undefined : '"Kraken"',
    ]);
  }
});

const said = (exchange: keyof typeof PROFILES, country: string, name: string) =>
  ['self-hosted', 'hosted'].map((wallet) => sent(exchange, country, third('person', wallet))[name]);

it('the kinds of wallets have the numbers and words that each exchange gives them', () => {
  expect(said('binance', 'FR', 'sendTo')).toEqual(['1', '2']);
  expect(said('binance', 'KZ', 'sendTo')).toEqual(['1', '2']);
  expect(said('binance', 'JP', 'sendTo')).toEqual(['2', '1']);
  expect(said('bybit', 'DE', 'walletType')).toEqual(['1', '0']);
  expect(said('okx', 'BS', 'walletType')).toEqual(['"private"', '"exchange"']);
  expect(said('coinbase', 'GB', 'beneficiary_wallet_type')).toEqual([
    '"WALLET_TYPE_SELF_HOSTED"',
    '"WALLET_TYPE_EXCHANGE"',
  ]);
});

it.each([
  ['a purpose of 19 characters', 'purpose.text', 'x'.repeat(19), true],
  ['a purpose of 20 characters', 'purpose.text', 'x'.repeat(20), false],
  ['a purpose of 500 characters', 'purpose.text', 'x'.repeat(500), false],
  ['a purpose of 501 characters', 'purpose.text', 'x'.repeat(501), true],
  ['a provider of 64 characters', 'wallet.provider.ids.bybit', 'x'.repeat(64), false],
  ['a provider of 65 characters', 'wallet.provider.ids.bybit', 'x'.repeat(65), true],
])('Bybit: %s', (_what, path, value, isRefused) => {
  for (const country of ['DE', 'TR'])
    expect(errorsOf(filled('bybit', country, change(third('person'), path, value)))).toEqual(
      isRefused ? [path] : [],
    );
});
