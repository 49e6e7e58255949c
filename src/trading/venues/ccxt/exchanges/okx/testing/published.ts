/** Instruments and currencies in the form in which OKX publishes them. */
export const INSTRUMENTS = [
  {
    instType: 'SPOT',
    instId: 'BTC-USDT',
    baseCcy: 'BTC',
    quoteCcy: 'USDT',
    settleCcy: '',
    uly: '',
    lotSz: '0.00000001',
    minSz: '0.00001',
    tickSz: '0.01',
    state: 'live',
    listTime: '1548133413000',
    alias: '',
    category: '1',
    ctMult: '',
    ctType: '',
    ctVal: '',
    ctValCcy: '',
    expTime: '',
    lever: '10',
    optType: '',
    stk: '',
    maxLmtSz: '9999999999',
    maxMktSz: '1000000',
    maxLmtAmt: '20000000',
  },
];

const chain = (ccy: string, chain: string, wdTickSz: string) => ({
  ccy,
  chain,
  name: ccy,
  canDep: true,
  canWd: true,
  canInternal: true,
  mainNet: true,
  fee: '0.0005',
  minFee: '0.0005',
  maxFee: '0.001',
  minWd: '0.001',
  maxWd: '1000000',
  wdTickSz,
});

export const CURRENCIES = [
  chain('BTC', 'BTC-Bitcoin', '8'),
  chain('ETH', 'ETH-ERC20', '18'),
  chain('USDT', 'USDT-TRC20', '6'),
];
