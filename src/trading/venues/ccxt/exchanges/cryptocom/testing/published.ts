/** Instruments and networks in the form in which Crypto.com publishes them. */
export const INSTRUMENTS = {
  id: 1,
  method: 'public/get-instruments',
  code: 0,
  result: {
    data: [
      {
        symbol: 'BTC_USDT',
        inst_type: 'CCY_PAIR',
        display_name: 'BTC/USDT',
        base_ccy: 'BTC',
        quote_ccy: 'USDT',
        quote_decimals: 2,
        quantity_decimals: 5,
        price_tick_size: '0.01',
        qty_tick_size: '0.00001',
        max_leverage: '50',
        tradable: true,
        expiry_timestamp_ms: 0,
        beta_product: false,
        margin_buy_enabled: false,
        margin_sell_enabled: false,
      },
    ],
  },
};

const currency = (full_name: string, network_id: string) => ({
  full_name,
  default_network: network_id,
  network_list: [
    {
      network_id,
      withdrawal_fee: '0.0005',
      withdraw_enabled: true,
      min_withdrawal_amount: '0.001',
      deposit_enabled: true,
      confirmation_required: 12,
    },
  ],
});

export const NETWORKS = {
  update_time: 1747502281000,
  currency_map: {
    BTC: currency('Bitcoin', 'BTC'),
    ETH: currency('Ethereum', 'ETH'),
    USDT: currency('Tether USD', 'TRON'),
  },
};
