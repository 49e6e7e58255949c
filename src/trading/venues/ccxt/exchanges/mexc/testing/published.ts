/** Markets and coins in the form in which MEXC publishes them. */
export const EXCHANGE_INFO = {
  timezone: 'CST',
  serverTime: 0,
  rateLimits: [],
  exchangeFilters: [],
  symbols: [
    {
      symbol: 'BTCUSDT',
      status: '1',
      baseAsset: 'BTC',
      baseAssetPrecision: 8,
      quoteAsset: 'USDT',
      quotePrecision: 2,
      quoteAssetPrecision: 2,
      baseCommissionPrecision: 8,
      quoteCommissionPrecision: 2,
      orderTypes: ['LIMIT', 'MARKET', 'LIMIT_MAKER'],
      isSpotTradingAllowed: true,
      isMarginTradingAllowed: false,
      quoteAmountPrecision: '1',
      baseSizePrecision: '0.00001',
      permissions: ['SPOT'],
      filters: [],
      maxQuoteAmount: '4000000',
      makerCommission: '0',
      takerCommission: '0.0005',
      quoteAmountPrecisionMarket: '1',
      maxQuoteAmountMarket: '4000000',
    },
  ],
};

/** No contracts. */
export const CONTRACTS = { success: true, code: 0, data: [] };

export const COINS = Object.entries({ BTC: 'BTC', ETH: 'ETH', USDT: 'TRX' }).map(([coin, netWork]) => ({
  coin,
  name: coin,
  networkList: [
    {
      coin,
      depositDesc: null,
      depositEnable: true,
      minConfirm: 12,
      name: coin,
      network: netWork,
      netWork,
      withdrawEnable: true,
      withdrawFee: '0.0005',
      withdrawIntegerMultiple: null,
      withdrawMax: '1000000',
      withdrawMin: '0.001',
      sameAddress: false,
      contract: '',
    },
  ],
}));
