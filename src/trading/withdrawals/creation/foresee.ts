import type { Context } from '../../../kernel/index.ts';
import type { PersonalData } from '../../../platform/personal-data/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { findRecipients } from '../../../platform/recipients/index.ts';
import { findSaved } from '../../destinations/index.ts';
import {
  evaluate,
  neededSums,
  selectActiveRules,
  type Applicant,
  type Verdict,
} from '../../policies/index.ts';
import { faultsOf } from '../../travel-rule/index.ts';
import type { Venue } from '../../venues/index.ts';
import { toApplicant } from './applicant.ts';
import { CREATED, Sums, Valuation, type Rates } from '../policy/index.ts';
import type { CreateWithdrawal } from '../schema.ts';

/** What the policy would decide about a withdrawal now. Nothing is locked: at its creation it is decided again. */
export async function foreseeVerdict(
  { actor: { tenant }, clock, db }: Context<Db>,
  rates: Rates,
  body: Omit<CreateWithdrawal, 'reference'>,
  requester?: Applicant['requester'],
): Promise<Verdict> {
  const now = clock.now();
  const asset = body.asset.code;
  const address = body.blockchainDestination?.address;
  const [policy, saved] = await Promise.all([
    selectActiveRules(db, tenant).executeTakeFirst(),
    findSaved(db, tenant, { aliases: [], addresses: address === undefined ? [] : [address] }),
  ]);
  const rules = policy?.rules ?? [];
  const valuation = await Valuation.read(db, rates, { tenant, rules, assets: [asset], now });
  const applicant = toApplicant({ saved, valuation }, { ...body, reference: '' }, { requester });
  const scopes = neededSums(rules, applicant).map((scope) => ({ asset, ...scope }));
  const sums = await Sums.read(db, { tenant, scopes, now, counted: CREATED, valuation });
  return evaluate(rules, applicant, (scope) => sums.of(asset, scope));
}

interface Addressed {
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
}

/** What is missing for a venue that asks who receives a withdrawal, where only what is saved with the address answers. */
export async function foreseeRecipient(
  { actor: { tenant }, db }: Context<Db>,
  personal: PersonalData,
  { code, asks }: Pick<Venue, 'code' | 'asks'>,
  place: Addressed | undefined,
): Promise<string | undefined> {
  if (!asks) return undefined;
  const found = place && (await findSaved(db, tenant, { aliases: [], addresses: [place.address] }));
  const id = place && found?.withRecipient({ kind: 'blockchain', ...place })?.recipient_id;
  const owner = { tenant, service: 'trading' } as const;
  const opened = id ? (await findRecipients(db, personal, owner, [id])).get(id) : undefined;
  if (opened?.fault !== undefined) return opened.fault;
  const fields = Object.keys(faultsOf({ venue: code, asks }, opened?.data));
  return fields.length === 0 ? undefined : `no confirmed destination with it answers ${fields.join(', ')}`;
}
