import type { AuditPage, FilterDescription } from '@quaestor/sdk';

interface Options {
  readonly signal: AbortSignal;
}

type ShownPage = Pick<AuditPage, 'content' | 'totalElements' | 'nextCursor' | 'verification'>;

/** The audit log as a service gives it. */
export interface AuditLog {
  list(
    filter: { q?: string },
    options: Options,
  ): { page(position: { cursor?: string; pageSize: number }): Promise<ShownPage> };
  /** The fields of its filter. */
  filter(options: Options): Promise<FilterDescription>;
}
