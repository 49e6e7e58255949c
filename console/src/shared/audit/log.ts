import type { AuditPage, CursorList, FilterDescription } from '@quaestor/sdk';

interface Options {
  readonly signal: AbortSignal;
}

/** The audit log as a service gives it. */
export interface AuditLog {
  list(filter: { q?: string }, options: Options): CursorList<AuditPage>;
  /** The fields of its filter. */
  filter(options: Options): Promise<FilterDescription>;
}
