import { Problem, sha256, type Context } from '../../kernel/index.ts';
import { readVersion, type Facts } from '../facts/index.ts';
import type { Owner } from './reach.ts';

/** What a partner's reports depend on besides the question. */
export interface State {
  readonly owner: Owner;
  readonly asOf: Date | null;
  /** Another one for every state in which reports may answer otherwise. */
  readonly tag: string;
}

/** A number that no partner has. */
const NOBODY = -1;

const FIND_OWNER = `
  select last_payout,
    (select partner_no from partners where partner_uid = $1) as partner_no,
    (select string_agg(n.account_name, ',' order by n.partner_account)
      from partner_accounts a join account_names n on n.partner_account = a.partner_account
      where a.partner_uid = $1) as names
  from crediting_state`;

interface OwnerRow {
  readonly last_payout: number;
  readonly partner_no: number | null;
  readonly names: string | null;
}

/** Read before the rows are, so that rows are never told under the tag of a later state. */
export async function readState(context: Context<Facts>): Promise<State> {
  const { actor, db, signal } = context;
  const { partnerUid } = actor;
  if (partnerUid === undefined) {
    throw new Problem('forbidden', 'The credential is of no partner: reports are told to partners.');
  }
  const [facts, [found]] = await Promise.all([
    readVersion(context),
    db.database.query<OwnerRow>(FIND_OWNER, [partnerUid], { signal }),
  ]);
  const owner = { partnerUid, partnerNo: found?.partner_no ?? NOBODY };
  const tag = JSON.stringify([facts.version, found]);
  return { owner, asOf: facts.asOf, tag };
}

/** The entity tag of an answer: the same exactly as long as the same question has the same answer. */
export function entityTag(state: State, question: unknown): string {
  const digest = sha256(JSON.stringify([state.owner.partnerUid, state.tag, question]));
  return `"${digest.toString('base64url').slice(0, 27)}"`;
}
