import type { Api } from '../api/index.ts';
import type { partner } from '../generated/operations.ts';
import type { operations } from '../generated/partner.ts';

export type PartnerApi = Api<typeof partner, operations>;
