/** A message of Protocol Buffers, written by the rules of the encoding and without the reader that is tested. */
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const field = (number: number, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from([...varint(number * 8 + 2), ...varint(content.length)]), content]);
const text = (number: number, value: string): Buffer => field(number, Buffer.from(value));

export interface Push {
  readonly channel: string;
  readonly symbol: string;
  readonly sendTime: number;
  readonly depth: {
    readonly bids: readonly (readonly [string, string])[];
    readonly asks: readonly (readonly [string, string])[];
    readonly eventType: string;
    readonly fromVersion: string;
    readonly toVersion: string;
  };
}

/** As `PushDataV3ApiWrapper` with `publicAggreDepths` of the exchange's declaration. */
export function writePush({ channel, symbol, sendTime, depth }: Push): Buffer {
  const level =
    (number: number) =>
    ([price, quantity]: readonly [string, string]) =>
      field(number, Buffer.concat([text(1, price), text(2, quantity)]));
  const book = Buffer.concat([
    ...depth.asks.map(level(1)),
    ...depth.bids.map(level(2)),
    text(3, depth.eventType),
    text(4, depth.fromVersion),
    text(5, depth.toVersion),
  ]);
  return Buffer.concat([
    text(1, channel),
    text(3, symbol),
    Buffer.from([...varint(6 * 8), ...varint(sendTime)]),
    field(313, book),
  ]);
}
