/** Why a feed's book cannot be trusted any more. */
export type FaultReason = 'gap' | 'checksum' | 'silence' | 'integrity' | 'overflow' | 'disconnect';

/** Ends the connection it happened on: only a new connection and a fresh snapshot bring the book back. */
export class FeedFault extends Error {
  override readonly name = 'FeedFault';
  readonly reason: FaultReason;

  constructor(reason: FaultReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
