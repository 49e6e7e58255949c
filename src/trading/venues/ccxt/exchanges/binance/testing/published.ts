/** Markets and coins in the form in which Binance publishes them. */
export const EXCHANGE_INFO = {
  timezone: 'UTC',
  serverTime: 0,
  symbols: [
    {
      symbol: 'BTCUSDT',
      status: 'TRADING',
      baseAsset: 'BTC',
      baseAssetPrecision: 8,
      quoteAsset: 'USDT',
      quotePrecision: 8,
      isSpotTradingAllowed: true,
      permissions: [],
      permissionSets: [['SPOT']],
      orderTypes: ['LIMIT', 'MARKET'],
      filters: [
        {
          filterType: 'PRICE_FILTER',
          minPrice: '0.01000000',
          maxPrice: '1000000.00000000',
          tickSize: '0.01000000',
        },
        { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
        {
          filterType: 'NOTIONAL',
          minNotional: '5.00000000',
          applyMinToMarket: true,
          maxNotional: '9000000.00000000',
          applyMaxToMarket: false,
          avgPriceMins: 5,
        },
      ],
    },
  ],
};

const network = (name: string, coin: string, step: string, withdrawFee: string) => ({
  network: name,
  coin,
  name,
  withdrawIntegerMultiple: step,
  isDefault: true,
  depositEnable: true,
  withdrawEnable: true,
  withdrawFee,
  withdrawMin: '0.001',
  withdrawMax: '1000000',
});

export const coinsFor = (fee: string) =>
  Object.entries({
    BTC: network('BTC', 'BTC', '0.00000001', fee),
    ETH: network('ETH', 'ETH', '0.000000000000000001', fee),
    USDT: network('TRX', 'USDT', '0.000001', fee),
  }).map(([coin, only]) => ({
    coin,
    name: coin,
    trading: true,
    isLegalMoney: false,
    depositAllEnable: true,
    withdrawAllEnable: true,
    networkList: [only],
  }));

export const COINS = coinsFor('0.0005');
