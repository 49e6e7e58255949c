/** Symbols and currencies in the form in which KuCoin publishes them. */
export const SYMBOLS = [
  {
    symbol: 'BTC-USDT',
    name: 'BTC-USDT',
    baseCurrency: 'BTC',
    quoteCurrency: 'USDT',
    feeCurrency: 'USDT',
    market: 'USDS',
    baseMinSize: '0.00001',
    quoteMinSize: '0.1',
    baseMaxSize: '10000000000',
    quoteMaxSize: '99999999',
    baseIncrement: '0.00000001',
    quoteIncrement: '0.000001',
    priceIncrement: '0.01',
    priceLimitRate: '0.1',
    minFunds: '0.2',
    isMarginEnabled: true,
    enableTrading: true,
  },
];

const currency = (name: string, chainId: string, chainName: string, withdrawPrecision: number) => ({
  currency: name,
  name,
  fullName: name,
  precision: withdrawPrecision,
  confirms: null,
  contractAddress: null,
  isMarginEnabled: true,
  isDebitEnabled: true,
  chains: [
    {
      chainName,
      withdrawalMinSize: '0.001',
      depositMinSize: '0.0002',
      withdrawFeeRate: '0',
      withdrawalMinFee: '0.0005',
      isWithdrawEnabled: true,
      isDepositEnabled: true,
      confirms: 3,
      preConfirms: 1,
      contractAddress: '',
      withdrawPrecision,
      maxWithdraw: null,
      maxDeposit: null,
      needTag: false,
      chainId,
    },
  ],
});

export const CURRENCIES = [
  currency('BTC', 'btc', 'BTC', 8),
  currency('ETH', 'eth', 'ERC20', 18),
  currency('USDT', 'trx', 'TRC20', 6),
];
