import type { Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import type { Composed } from './compose.ts';

export interface Attachment {
  readonly name: string;
  /** `text/csv; charset=utf-8` */
  readonly type: string;
  readonly content: Buffer;
}

export interface Message extends Composed {
  /** The same at every attempt. */
  readonly id: string;
  readonly to: string;
  readonly at: Date;
  readonly attachment?: Attachment | undefined;
}

export type Outcome =
  | { readonly kind: 'sent'; readonly answer: string }
  /** The other side has certainly not accepted it, and may do so later. */
  | { readonly kind: 'later'; readonly error: string }
  /** The other side will never accept it; `isAddress` if it is because of the address. */
  | { readonly kind: 'refused'; readonly error: string; readonly isAddress: boolean }
  /** The other side may have accepted it. */
  | { readonly kind: 'unknown'; readonly error: string };

/** One connection of a channel. */
export interface Line {
  /** `offer` is awaited before the other side can accept the message; if it returns false, nothing is sent. */
  send(message: Message, offer: () => Promise<boolean>): Promise<Outcome>;
  close(): void;
}

interface Reached {
  readonly person: string;
  readonly address: string;
}

/** A way to reach people. */
export interface Channel {
  readonly name: string;
  /** Every recipient or device has a server of its own, and so a lane of its own: one that hangs delays nobody else. */
  readonly isPersonal?: true;
  /** Its messages take long to make, so that they are taken one by one. */
  readonly isSlow?: true;
  /** Throws if it cannot be used at the moment. */
  open(context: Context<Db>): Promise<Line>;
  /** Keeps what an outcome says about the address. */
  note(context: Context<Db>, reached: Reached, outcome: Outcome): Promise<void>;
}
