import { readFileSync } from 'node:fs';
import { tabulateExchanges } from '../../src/trading/venues/index.ts';
import { table } from './render.ts';

const PAGE = 'docs/venues.md';
const [BEGIN, END] = ['<!-- begin: made by npm run generate -->', '<!-- end -->'];

/** docs/venues.md with its table of exchanges and capabilities. */
export async function renderVenues(): Promise<string> {
  const page = readFileSync(PAGE, 'utf8');
  const [before = '', rest = ''] = page.split(`${BEGIN}\n`);
  const [, after] = rest.split(`${END}\n`);
  if (after === undefined) throw new Error(`${PAGE} must hold the lines ${BEGIN} and ${END}.`);
  return `${before}${BEGIN}\n\n${await exchangeTable()}\n${END}\n${after}`;
}

const SIMULATED = 'the simulated exchange';

type Exchanges = Awaited<ReturnType<typeof tabulateExchanges>>;
type Row = Exchanges['known'][number] | Exchanges['other'];

async function exchangeTable(): Promise<string> {
  const { simulated, known, other } = await tabulateExchanges();
  return table(
    [
      'Exchange',
      'Orders',
      'Orders are found',
      'Withdrawals',
      'Withdrawal fee',
      'Deposits',
      'Deposit addresses',
      'Books',
      'Fee in',
      'Key permissions',
      'Sandbox',
    ],
    [
      cells(SIMULATED, simulated),
      ...known.map((row) => cells(`\`${row.terms.exchange}\``, row)),
      cells('any other of ccxt', other),
    ],
  );
}

const TYPES = {
  limitOrders: 'limit',
  marketOrders: 'market',
  iocOrders: 'ioc',
  postOnlyOrders: 'post-only',
} as const;

function cells(name: string, { capabilities, terms }: Row): string[] {
  const can = (capability: Row['capabilities'][number]): boolean => capabilities.includes(capability);
  const types = (Object.keys(TYPES) as (keyof typeof TYPES)[]).filter(can).map((type) => TYPES[type]);
  const withdrawals = [
    can('findableWithdrawals')
      ? `found${terms ? ` for ${span(terms.withdrawalsMs)}` : ''}`
      : 'not found again',
    ...(can('expiringWithdrawals') ? ['expire'] : []),
    ...(can('listableWithdrawals') ? ['listed'] : []),
  ];
  return [
    name,
    types.length === 0 ? 'none' : types.join(', '),
    [
      ...(can('findableOrders') ? [terms ? foundFor(terms) : 'always'] : []),
      ...(can('listableOrders') ? ['listed'] : []),
    ].join(', '),
    can('withdrawals') ? withdrawals.join(', ') : 'none',
    chargedBy(name, terms),
    can('deposits') ? depositsOf(terms) : 'none',
    can('depositAddresses') ? 'shown' : 'none',
    can('liveBooks') ? 'live' : 'polled',
    terms?.feeIn ?? '',
    terms?.tellsPermissions ? 'shown' : '',
    terms?.hasSandbox ? 'yes' : '',
  ];
}

const depositsOf = (terms: Row['terms']): string =>
  terms?.depositsMs === undefined ? 'listed' : `listed for ${span(terms.depositsMs)}`;

const chargedBy = (name: string, terms: Row['terms']): string => {
  if (!terms) return name === SIMULATED ? 'on top or inside' : 'not known';
  return terms.feeKind === undefined
    ? 'not known'
    : `${terms.feeKind}${terms.isFeeKindInferred ? ' (inferred)' : ''}`;
};

function foundFor({ tradedMs, untradedMs }: Exchanges['known'][number]['terms']): string {
  const traded = `for ${span(tradedMs)}`;
  return tradedMs === untradedMs ? traded : `${traded}; untraded ${span(untradedMs)}`;
}

const HOUR_MS = 3_600_000;

function span(ms: number): string {
  const hours = ms / HOUR_MS;
  return hours % 24 === 0 && hours > 24 ? `${hours / 24} days` : `${hours} hours`;
}
