/** Why a feed's book can no longer be trusted. */
export type FaultReason = 'gap' | 'checksum' | 'silence' | 'integrity' | 'overflow' | 'disconnect';

/** Ends the connection: only a new connection and a fresh snapshot restore the book. */
export class FeedFault extends Error {
  override readonly name = 'FeedFault';
  readonly reason: FaultReason;

  constructor(reason: FaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
