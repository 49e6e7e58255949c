import { Decimal } from '../../kernel/index.ts';

/** The currencies of ISO 4217 by the number of their decimals. `Intl` disagrees with the list, for HUF and others. */
const BY_DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
    'CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
    'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
    'MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS ' +
    'SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DECIMALS = new Map(
  Object.entries(BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
);

/** What is paid on chain, by the number of decimals that its networks and venues take. */
const ASSETS = {
  BTC: 8,
  ETH: 8,
  SOL: 8,
  BNB: 8,
  LTC: 8,
  XRP: 6,
  TRX: 6,
  USDT: 6,
  USDC: 6,
  EURC: 6,
  DAI: 6,
} as const;
export type Asset = keyof typeof ASSETS;

export const isAsset = (currency: string): currency is Asset => Object.hasOwn(ASSETS, currency);

/** How many decimals an amount of the currency has when it is paid; undefined for what nobody pays. */
export const decimalsOf = (currency: string): number | undefined =>
  isAsset(currency) ? ASSETS[currency] : DECIMALS.get(currency);

interface Unit {
  readonly currency: string;
  readonly decimals: number;
  readonly on_chain: boolean;
}

/** Everything that is paid. */
export const UNITS: readonly Unit[] = [
  ...Array.from(DECIMALS, ([currency, decimals]) => ({ currency, decimals, on_chain: false })),
  ...Object.entries(ASSETS).map(([currency, decimals]) => ({ currency, decimals, on_chain: true })),
];

/** Rounded down to what can be paid; nothing of a currency that nobody pays. */
export function wholeUnits(amount: Decimal, currency: string): Decimal {
  const decimals = decimalsOf(currency);
  return decimals === undefined ? Decimal.ZERO : amount.round(decimals, 'down');
}
