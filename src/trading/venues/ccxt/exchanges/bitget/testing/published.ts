/** Symbols and coins in the form in which Bitget publishes them. */
export const SYMBOLS = [
  {
    symbol: 'BTCUSDT',
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    minTradeAmount: '0',
    maxTradeAmount: '900000000000000000000',
    takerFeeRate: '0.002',
    makerFeeRate: '0.002',
    pricePrecision: '2',
    quantityPrecision: '6',
    quotePrecision: '8',
    status: 'online',
    minTradeUSDT: '1',
    buyLimitPriceRatio: '0.05',
    sellLimitPriceRatio: '0.05',
    areaSymbol: 'no',
    orderQuantity: '200',
  },
];

const coin = (name: string, chain: string, withdrawMinScale: string, withdrawFee: string) => ({
  coinId: '1',
  coin: name,
  transfer: 'true',
  chains: [
    {
      chain,
      needTag: 'false',
      withdrawable: 'true',
      rechargeable: 'true',
      withdrawFee,
      extraWithdrawFee: '0',
      depositConfirm: '1',
      withdrawConfirm: '1',
      minDepositAmount: '0.0001',
      minWithdrawAmount: '0.001',
      browserUrl: '',
      contractAddress: null,
      withdrawStep: '0',
      withdrawMinScale,
      congestion: 'normal',
    },
  ],
});

export const coinsFor = (fee: string) => [
  coin('BTC', 'BTC', '8', fee),
  coin('ETH', 'ETH', '18', fee),
  coin('USDT', 'TRC20', '6', fee),
];

export const COINS = coinsFor('0.0005');
