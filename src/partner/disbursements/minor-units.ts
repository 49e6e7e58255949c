import { Decimal } from '../../kernel/index.ts';

/** The currencies of ISO 4217 by the number of their decimals. `Intl` disagrees with the list, for HUF and others. */
const BY_DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF ' +
    'CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ' +
    'IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN ' +
    'MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS ' +
    'SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const DECIMALS = new Map(
  Object.entries(BY_DECIMALS).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code) => [code, Number(decimals)] as const),
  ),
);

/** How many decimals an amount of the currency has in a bank file; undefined for what no bank pays. */
export const decimalsOf = (currency: string): number | undefined => DECIMALS.get(currency);

/** Every currency that banks pay. */
export const CURRENCIES: readonly { readonly currency: string; readonly decimals: number }[] = [
  ...DECIMALS,
].map(([currency, decimals]) => ({ currency, decimals }));

/** Rounded down to what can be paid; nothing of a currency that no bank pays. */
export function wholeUnits(amount: Decimal, currency: string): Decimal {
  const decimals = decimalsOf(currency);
  return decimals === undefined ? Decimal.ZERO : amount.round(decimals, 'down');
}
