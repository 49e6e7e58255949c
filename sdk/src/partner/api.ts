import type { Api } from '../api/index.ts';
import type { partner } from '../generated/operations.ts';
import type { operations } from '../generated/types.ts';

export type PartnerApi = Api<keyof typeof partner, operations>;
