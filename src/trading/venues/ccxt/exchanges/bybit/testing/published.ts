/** Instruments and coins in the form in which Bybit publishes them. */
export const INSTRUMENTS = [
  {
    symbol: 'BTCUSDT',
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    innovation: '0',
    status: 'Trading',
    marginTrading: 'utaOnly',
    stTag: '0',
    lotSizeFilter: {
      basePrecision: '0.000001',
      quotePrecision: '0.0000001',
      minOrderQty: '0.000011',
      maxOrderQty: '83',
      minOrderAmt: '5',
      maxOrderAmt: '8000000',
    },
    priceFilter: { tickSize: '0.01' },
    riskParameters: { priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' },
  },
];

const coin = (name: string, chain: string, chainType: string, minAccuracy: string) => ({
  name,
  coin: name,
  remainAmount: '1000000',
  chains: [
    {
      chainType,
      confirmation: '10',
      withdrawFee: '0.0005',
      depositMin: '0.0001',
      withdrawMin: '0.001',
      chain,
      chainDeposit: '1',
      chainWithdraw: '1',
      minAccuracy,
      withdrawPercentageFee: '0',
    },
  ],
});

export const COINS = [
  coin('BTC', 'BTC', 'BTC', '8'),
  coin('ETH', 'ETH', 'ERC20', '18'),
  coin('USDT', 'TRX', 'TRC20', '6'),
];
