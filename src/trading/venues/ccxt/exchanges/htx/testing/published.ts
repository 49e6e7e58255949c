/** Symbols and currencies in the form in which HTX publishes them. */
export const SYMBOLS = [
  {
    'base-currency': 'btc',
    'quote-currency': 'usdt',
    'price-precision': 2,
    'amount-precision': 6,
    'symbol-partition': 'main',
    symbol: 'btcusdt',
    state: 'online',
    'value-precision': 8,
    'min-order-amt': 0.00001,
    'max-order-amt': 1000,
    'min-order-value': 5,
    'api-trading': 'enabled',
  },
];

interface Chain {
  readonly chain: string;
  readonly displayName: string;
  readonly baseChain?: string;
  readonly baseChainProtocol?: string;
}

const currency = (name: string, chain: Chain, withdrawPrecision: number) => ({
  currency: name,
  assetType: 1,
  instStatus: 'normal',
  chains: [
    {
      ...chain,
      numOfConfirmations: 12,
      numOfFastConfirmations: 12,
      depositStatus: 'allowed',
      minDepositAmt: '0.001',
      withdrawStatus: 'allowed',
      minWithdrawAmt: '0.001',
      withdrawPrecision,
      maxWithdrawAmt: '1000000',
      withdrawFeeType: 'fixed',
      transactFeeWithdraw: '0.0005',
    },
  ],
});

export const CURRENCIES = [
  currency('btc', { chain: 'btc', displayName: 'BTC' }, 8),
  currency('eth', { chain: 'eth', displayName: 'ETH' }, 18),
  currency(
    'usdt',
    { chain: 'trc20usdt', displayName: 'TRC20', baseChain: 'TRX', baseChainProtocol: 'TRC20' },
    6,
  ),
];
