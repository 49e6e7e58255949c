import type { Guard } from './declare.ts';

/** A guard that another module adds to a kind, because it depends on those facts. */
export interface ForeignGuard extends Guard {
  readonly kind: string;
  /** Whether `refused` selects lines of `batch` that must not be stored or lines of `withdrawal` that must stay. */
  readonly against: 'change' | 'withdrawal';
}
