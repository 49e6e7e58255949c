import type { Guard } from './declare.ts';

/** A guard that another module adds to a kind, because it depends on those facts. */
export interface ForeignGuard extends Guard {
  readonly kind: string;
}
