import { Problem } from '../../kernel/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { asBody } from '../facts/intake/index.ts';
import { readPartner } from './partners/index.ts';
import { proposeChange, type Proposal } from './proposals/index.ts';
import type { NewReinstatement, NewSuspension } from './schema.ts';

const KIND = 'suspensions';
const DAY_MS = 86_400_000;

/** Proposes that a partner earns nothing from a day on. */
export async function suspendPartner(
  context: FactsContext,
  partnerUid: string,
  suspension: NewSuspension,
): Promise<Proposal> {
  await readPartner(context, partnerUid);
  const { reason } = suspension;
  const fact = { partner_uid: partnerUid, ...suspension };
  return proposeChange(
    context,
    { kind: KIND, facts: [fact], ...(reason !== undefined && { reason }) },
    asBody,
  );
}

interface Suspension {
  readonly suspended_from: string;
  readonly reason: string | null;
}

const FIND_SUSPENSION = `
  select suspended_from, reason from suspensions
  where partner_uid = $1 and suspended_from <= try_cast($2 as date)
    and (suspended_to is null or suspended_to >= try_cast($2 as date))`;

/** Proposes that a suspended partner earns again from a day on. */
export async function reinstatePartner(
  context: FactsContext,
  partnerUid: string,
  { reinstated_from: day, reason }: NewReinstatement,
): Promise<Proposal> {
  await readPartner(context, partnerUid);
  const [found] = await context.facts.database.query<Suspension>(FIND_SUSPENSION, [partnerUid, day]);
  if (!found) {
    const rule = `must be a day on which ${partnerUid} is suspended`;
    throw new Problem('unprocessable', `reinstated_from ${rule}.`, { errors: { reinstated_from: [rule] } });
  }
  const key = { partner_uid: partnerUid, suspended_from: found.suspended_from };
  const proposal = { kind: KIND, ...(reason !== undefined && { reason }) };
  // A suspension that would end before its first day is withdrawn.
  if (found.suspended_from === day)
    return proposeChange(context, { ...proposal, action: 'withdraw', facts: [key] });
  const fact = { ...key, suspended_to: dayBefore(day), reason: found.reason };
  return proposeChange(context, { ...proposal, facts: [fact] }, asBody);
}

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
