/** Pairs, currencies and chains in the form in which Gate publishes them. */
export const PAIRS = [
  {
    id: 'BTC_USDT',
    base: 'BTC',
    base_name: 'Bitcoin',
    quote: 'USDT',
    quote_name: 'Tether',
    fee: '0.2',
    min_base_amount: '0.00001',
    min_quote_amount: '3',
    amount_precision: 6,
    precision: 2,
    trade_status: 'tradable',
    sell_start: 0,
    buy_start: 0,
    type: 'normal',
  },
];

const currency = (name: string, chain: string) => ({
  currency: name,
  name,
  delisted: false,
  withdraw_disabled: false,
  withdraw_delayed: false,
  deposit_disabled: false,
  trade_disabled: false,
  chain,
  chains: [
    { name: chain, addr: '', withdraw_disabled: false, withdraw_delayed: false, deposit_disabled: false },
  ],
});

export const CURRENCIES = [currency('BTC', 'BTC'), currency('ETH', 'ETH'), currency('USDT', 'TRX')];

/** Of ETH. */
export const CHAINS = [
  {
    chain: 'ETH',
    name_cn: 'ETH/ERC20',
    name_en: 'ETH/ERC20',
    contract_address: '',
    is_disabled: 0,
    is_deposit_disabled: 0,
    is_withdraw_disabled: 0,
    decimal: '18',
  },
];
