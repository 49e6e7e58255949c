/** A head of the audit chain that is stored outside the database. */
export interface Anchor {
  readonly seq: bigint;
  /** In hexadecimal digits. */
  readonly hash: string;
}

/** As `quaestor audit verify` prints and takes it. */
export const formatAnchor = ({ seq, hash }: Anchor): string => `${seq}:${hash}`;

export function parseAnchor(text: string): Anchor | undefined {
  const [, seq, hash] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? [];
  return seq === undefined || hash === undefined ? undefined : { seq: BigInt(seq), hash };
}
