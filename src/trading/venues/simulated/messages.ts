import { Type, type Static } from 'typebox';

// Answers may gain members without breaking the adapter.

const Text = Type.String({ minLength: 1, maxLength: 128 });
const Amount = Type.String({ maxLength: 128, pattern: '^-?[0-9]+([.][0-9]+)?$' });
const Time = Type.Integer({ minimum: 0 });
const Sequence = Type.Integer({ minimum: 0 });
const SideName = Type.Enum(['buy', 'sell']);
const OrderType = Type.Enum(['limit', 'market', 'ioc', 'post-only']);

export const ErrorAnswer = Type.Object({ error: Type.Object({ code: Text, message: Type.String() }) });

export const DescribeAnswer = Type.Object({
  name: Text,
  account: Type.Object({
    code: Text,
    makerFee: Amount,
    takerFee: Amount,
    feeIn: Type.Optional(Type.Enum(['counter', 'received'])),
    withdrawalFees: Type.Optional(Type.Enum(['on top', 'inside'])),
    asksBeneficiary: Type.Optional(Type.Boolean()),
  }),
  symbols: Type.Array(
    Type.Object({
      code: Text,
      tickSize: Amount,
      lotSize: Amount,
      minSize: Amount,
      minNotional: Type.Optional(Amount),
    }),
  ),
  assets: Type.Array(
    Type.Object({
      code: Text,
      precision: Type.Integer({ minimum: 0 }),
      minWithdrawal: Amount,
      networks: Type.Array(
        Type.Object({
          code: Text,
          addressFormat: Type.Enum(['bitcoin', 'evm', 'solana', 'xrpl', 'tron', 'alias']),
          tag: Type.Enum(['required', 'optional', 'none']),
          withdrawalFee: Type.Optional(Amount),
        }),
      ),
    }),
  ),
});

export type DescribeAnswer = Static<typeof DescribeAnswer>;

export const BalancesAnswer = Type.Object({
  balances: Type.Array(
    Type.Object({ asset: Text, available: Amount, locked: Amount, withdrawing: Amount, depositing: Amount }),
  ),
});

const Withdrawal = Type.Object({
  id: Text,
  reference: Text,
  asset: Text,
  amount: Amount,
  fee: Type.Optional(Amount),
  status: Type.Enum(['accepted', 'processing', 'completed', 'failed']),
  hash: Type.Union([Text, Type.Null()]),
  failureReason: Type.Union([Type.String(), Type.Null()]),
  /** What it wants to know before it goes on. */
  inquiry: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

const Deposit = Type.Object({
  id: Text,
  asset: Text,
  amount: Amount,
  network: Type.Union([Text, Type.Null()]),
  address: Type.Union([Text, Type.Null()]),
  tag: Type.Union([Text, Type.Null()]),
  hash: Type.Union([Text, Type.Null()]),
  status: Text,
  createdAt: Time,
});

export const ProvidersAnswer = Type.Object({
  providers: Type.Array(Type.Object({ id: Text, name: Text })),
});

export const AddressAnswer = Type.Object({
  network: Text,
  address: Text,
  tag: Type.Union([Text, Type.Null()]),
});

const Order = Type.Object({
  id: Text,
  clientOrderId: Text,
  symbol: Text,
  side: SideName,
  type: OrderType,
  price: Type.Union([Amount, Type.Null()]),
  quantity: Amount,
  filled: Amount,
  status: Type.Enum(['open', 'filled', 'cancelled']),
});

const Trade = Type.Object({
  id: Text,
  price: Amount,
  quantity: Amount,
  fee: Amount,
  feeAsset: Text,
  liquidity: Type.Enum(['maker', 'taker']),
  tradedAt: Time,
});

export const WithdrawalAnswer = Type.Object({ withdrawal: Withdrawal });
/** Null means that there is none: a 404 could also come from a proxy or a wrong path. */
export const FoundWithdrawalAnswer = Type.Object({ withdrawal: Type.Union([Withdrawal, Type.Null()]) });
export const OrderAnswer = Type.Object({ order: Order });
export const FoundOrderAnswer = Type.Object({ order: Type.Union([Order, Type.Null()]) });
/** `next` asks for the following page. */
const next = Type.Union([Text, Type.Null()]);
export const WithdrawalsAnswer = Type.Object({ withdrawals: Type.Array(Withdrawal), next });
export const DepositsAnswer = Type.Object({ deposits: Type.Array(Deposit), next });
export const OrdersAnswer = Type.Object({ orders: Type.Array(Order), next });
export const TradesAnswer = Type.Object({ trades: Type.Array(Trade) });

export type WireWithdrawal = Static<typeof Withdrawal>;
export type WireDeposit = Static<typeof Deposit>;
export type WireOrder = Static<typeof Order>;

const Levels = Type.Array(Type.Tuple([Amount, Amount]));
const update = {
  symbol: Text,
  bids: Levels,
  asks: Levels,
  at: Time,
  checksum: Type.Optional(Type.Integer()),
};

export const FeedMessage = Type.Union([
  Type.Object({ type: Type.Literal('snapshot'), sequence: Sequence, ...update }),
  Type.Object({ type: Type.Literal('change'), first: Sequence, last: Sequence, ...update }),
  Type.Object({ type: Type.Literal('heartbeat'), symbol: Text, sequence: Sequence }),
  Type.Object({ type: Type.Literal('error'), code: Text, message: Type.String() }),
]);

export type FeedMessage = Static<typeof FeedMessage>;
