/** A partner with one client, so that orders earn rewards. */
export const PROGRAM: readonly (readonly [kind: string, rows: readonly object[]])[] = [
  ['partners', [{ partner_uid: 'P1' }]],
  [
    'partner-accounts',
    [
      {
        partner_account: '700001',
        partner_uid: 'P1',
        currency: 'USD',
        account_name: 'Main',
        opened_on: '2024-01-01',
      },
    ],
  ],
  ['links', [{ link_code: 'L1', partner_account: '700001' }]],
  [
    'clients',
    [
      {
        client_uid: 'u1',
        link_code: 'L1',
        registered_at: '2024-02-01T00:00:00Z',
        country: 'PT',
        platform: 'web',
      },
    ],
  ],
  [
    'client-accounts',
    [
      {
        client_account: '9001',
        client_uid: 'u1',
        platform: 'mt5',
        opened_at: '2024-02-01T00:00:00Z',
        account_type: 'standard',
      },
    ],
  ],
  [
    'tariffs',
    [
      {
        partner_uid: '*',
        account_type: '*',
        symbol: '*',
        valid_from: '2024-01-01',
        level: 1,
        formula_code: 'formula_forex',
        reward_size: '10',
        reward_size_currency: 'USD',
      },
    ],
  ],
  [
    'tier-changes',
    [
      {
        compensation_id: 501,
        partner_uid: 'P1',
        old_tier_group_id: 1,
        new_tier_group_id: 2,
        commission_percentage: '40',
        compensation_period_start: '2024-03-01T00:00:00Z',
        compensation_period_end: '2024-03-07T23:59:59.999Z',
        payment_date: '2024-03-12T09:00:00Z',
      },
    ],
  ],
];

/** What the partner P1 sees: all ten reports and its wallets. */
export const READINGS = [
  '/api/reports/orders/?date_from=2024-03-01&date_to=2024-03-31&limit=1',
  '/api/reports/rewards/',
  '/api/reports/performance/',
  '/api/reports/ib/performance/',
  '/api/reports/clients/accounts/second-level/',
  '/api/v2/reports/rewards/secondlevel/',
  '/api/v3/reports/clients/shared/',
  '/api/reports/progress_reward/',
  '/api/reports/progress_reward/501/detailed/',
  '/api/reports/cpa/advanced_tqi/2024-02/',
  '/api/wallet/accounts/',
];

export const ORDERS_PER_BATCH = 20;
/** What an order earns. */
export const REWARD_PER_ORDER_USD = 10;

/** The orders of a batch, whose tickets no other batch has. */
export const ordersOf = (batch: number): object[] =>
  Array.from({ length: ORDERS_PER_BATCH }, (_, index) => ({
    server: 'real-1',
    ticket: batch * ORDERS_PER_BATCH + index + 1,
    client_account: '9001',
    symbol: 'EURUSD',
    base_currency: 'EUR',
    opened_at: '2024-03-04T10:00:00Z',
    closed_at: `2024-03-${String(4 + (batch % 20)).padStart(2, '0')}T15:30:00Z`,
    volume_lots: '1',
    volume_mln_usd: '0.1085',
  }));
