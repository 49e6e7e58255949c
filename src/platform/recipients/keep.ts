import { newId, type Context } from '../../kernel/index.ts';
import type { ServiceName } from '../auth/index.ts';
import type { PersonalData, TravelRule } from '../personal-data/index.ts';
import type { Db } from '../postgres/index.ts';
import type { RecipientRow } from './store.ts';

/** Somebody who may receive money, before it is stored. */
export interface NewRecipient {
  readonly row: RecipientRow;
  readonly data: TravelRule;
}

/** Seals it for a service. Refused where there is no key. */
export function newRecipient(
  { actor: { tenant }, clock }: Pick<Context<Db>, 'actor' | 'clock'>,
  personal: PersonalData,
  service: ServiceName,
  data: TravelRule,
): NewRecipient {
  const now = clock.now();
  const id = newId(now);
  const { keyId, sealed } = personal.seal(data, placeOf({ tenant, id }));
  const row: RecipientRow = {
    id,
    tenant,
    service,
    hash: personal.hash(tenant, data),
    key_id: keyId,
    sealed,
    created_at: now,
    erased_at: null,
  };
  return { row, data };
}

/** What a sealed row is bound to. */
export const placeOf = ({ tenant, id }: Pick<RecipientRow, 'tenant' | 'id'>): string => `${tenant} ${id}`;
