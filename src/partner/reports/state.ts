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
  select last_payout, partner_no from crediting_state left join partners on partners.partner_uid = $1`;

const FIND_NAMES = `
  select account_name from renamed_accounts
  where partner_account in (select partner_account from partner_accounts where partner_uid = $1)
  order by partner_account`;

interface OwnerRow {
  readonly last_payout: number;
  readonly partner_no: number | null;
}

/** Read before the rows are, so that rows are never told under the tag of a later state. */
export async function readState(context: Context<Facts>): Promise<State> {
  const { actor, db, signal } = context;
  const { partnerUid } = actor;
  if (partnerUid === undefined) {
    throw new Problem('forbidden', 'The credential is of no partner: reports are told to partners.');
  }
  const [{ version, asOf }, [found], names] = await Promise.all([
    readVersion(context),
    db.database.query<OwnerRow>(FIND_OWNER, [partnerUid], { signal }),
    db.database.query(FIND_NAMES, [partnerUid], { signal }),
  ]);
  const owner = { partnerUid, partnerNo: found?.partner_no ?? NOBODY };
  return { owner, asOf, tag: JSON.stringify([version, found, names]) };
}

/** The entity tag of an answer: the same exactly as long as the same question has the same answer. */
export function entityTag(state: State, question: unknown): string {
  const digest = sha256(JSON.stringify([state.owner.partnerUid, state.tag, question]));
  return `"${digest.toString('base64url').slice(0, 27)}"`;
}
