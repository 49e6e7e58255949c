import { Type } from 'typebox';

/** Requests reject unknown members. */
const closed = { additionalProperties: false };

const Text = Type.String({ minLength: 1, maxLength: 128 });

export const WithdrawRequest = Type.Object(
  {
    reference: Text,
    asset: Text,
    amount: Text,
    destination: Type.Union([
      Type.Object(
        { kind: Type.Literal('blockchain'), network: Text, address: Text, tag: Type.Optional(Text) },
        closed,
      ),
      Type.Object({ kind: Type.Literal('fiat'), alias: Text, paymentText: Type.Optional(Text) }, closed),
    ]),
    beneficiary: Type.Optional(
      Type.Record(Type.String({ pattern: '^[A-Za-z]{1,32}$' }), Type.Union([Text, Type.Boolean()]), {
        maxProperties: 20,
      }),
    ),
  },
  closed,
);

export const PlaceOrderRequest = Type.Object(
  {
    clientOrderId: Text,
    symbol: Text,
    side: Type.Enum(['buy', 'sell']),
    type: Type.Enum(['limit', 'market', 'ioc', 'post-only']),
    price: Type.Optional(Text),
    quantity: Text,
  },
  closed,
);

export const OrderReference = Type.Object({ clientOrderId: Text }, closed);

export const WithdrawalReference = Type.Union([
  Type.Object({ reference: Text }, closed),
  Type.Object({ id: Text }, closed),
]);

export const AddressRequest = Type.Object({ asset: Text, network: Text }, closed);

/** Everything accepted at this time or later, after the record with this id. */
export const ListRequest = Type.Object(
  { since: Type.String({ pattern: '^[0-9]{1,15}$' }), after: Type.Optional(Text) },
  closed,
);

export const SubscribeMessage = Type.Object({ subscribe: Text }, closed);

type Levels = readonly (readonly [price: string, quantity: string])[];

interface BookUpdate {
  readonly symbol: string;
  readonly bids: Levels;
  readonly asks: Levels;
  /** Milliseconds since 1970. */
  readonly at: number;
  checksum?: number;
}

export type FeedMessage =
  | (BookUpdate & { readonly type: 'snapshot'; readonly sequence: number })
  | (BookUpdate & { readonly type: 'change'; readonly first: number; readonly last: number })
  | { readonly type: 'heartbeat'; readonly symbol: string; readonly sequence: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string };
