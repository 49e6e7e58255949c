/** The wire types of Protocol Buffers that have a value; groups are obsolete. */
const [VARINT, EIGHT_BYTES, DELIMITED, FOUR_BYTES] = [0, 1, 2, 5];
/** More than any message has. */
const MAX_FIELDS = 100_000;

/** The fields of a message in Protocol Buffers, by number: bytes, or the number of a varint. */
export type Fields = ReadonlyMap<number, readonly (Buffer | number)[]>;

/** Throws where it is not a whole message. */
export function readFields(message: Buffer): Fields {
  const fields = new Map<number, (Buffer | number)[]>();
  let at = 0;

  function varint(): number {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = message[at++];
      if (byte === undefined) break;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        const whole = Number(value);
        if (Number.isSafeInteger(whole)) return whole;
        break;
      }
    }
    throw new Error('The message has a number that is cut off or too large.');
  }
  function bytes(length: number): Buffer {
    const end = at + length;
    if (end > message.length) throw new Error('The message is cut off.');
    const part = message.subarray(at, end);
    at = end;
    return part;
  }

  for (let count = 0; at < message.length; count++) {
    if (count === MAX_FIELDS) throw new Error('The message has too many fields.');
    const key = varint();
    const [number, type] = [Math.floor(key / 8), key % 8];
    const value =
      type === VARINT
        ? varint()
        : type === DELIMITED
          ? bytes(varint())
          : type === EIGHT_BYTES
            ? bytes(8)
            : type === FOUR_BYTES
              ? bytes(4)
              : undefined;
    if (value === undefined || number === 0) throw new Error('The message has a field of no known type.');
    const values = fields.get(number);
    if (values) values.push(value);
    else fields.set(number, [value]);
  }
  return fields;
}

/** The last value counts, as the encoding demands. Undefined where there is none or it is a number. */
export function bytesIn(fields: Fields, number: number): Buffer | undefined {
  const value = fields.get(number)?.at(-1);
  return typeof value === 'number' ? undefined : value;
}

export const textIn = (fields: Fields, number: number): string | undefined =>
  bytesIn(fields, number)?.toString('utf8');
