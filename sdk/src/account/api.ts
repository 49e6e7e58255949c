import type { Api } from '../api/index.ts';
import type { shared } from '../generated/operations.ts';
import type { operations } from '../generated/types.ts';

/** The operations that both services have. */
export type SharedApi = Api<keyof typeof shared, operations>;
