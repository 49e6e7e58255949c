import { LRUCache } from 'lru-cache';
import { Problem, sha256 } from '../../../kernel/index.ts';
import { refusePartners } from '../../facts/http/index.ts';
import type { OpenView } from '../../facts/serving/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { partnerOf } from '../../requests/index.ts';
import { PROGRAM, type Owner } from '../query/index.ts';

/** Everything besides the question that a partner's reports depend on. */
export interface State {
  readonly owner: Owner;
  readonly asOf: Date | null;
  /** The number of the last batch. */
  readonly applied: number;
  /** Changes whenever an answer may change. */
  readonly tag: string;
  /** Opens views of these facts, or of later ones. */
  readonly view: OpenView;
}

/** Read it before the rows: a page must never get the tag of a later state. */
export async function readPartnerState({ actor, facts, signal }: FactsContext): Promise<State> {
  const partnerUid = partnerOf(actor);
  const { applied, asOf, partnerNo, names, view } = await facts.engine.partnerState(partnerUid, signal);
  const owner = { partnerUid, partnerNo };
  return { owner, asOf, applied, tag: JSON.stringify([applied, names]), view };
}

/** The state of program-wide reports, for managers alone. */
export async function readProgramState({ actor, facts, signal }: FactsContext): Promise<State> {
  refusePartners(actor);
  if (!actor.scopes.has(PROGRAM_SCOPE))
    throw new Problem('forbidden', `The credential needs the scope ${PROGRAM_SCOPE}.`);
  const { applied, asOf, view } = await facts.engine.state(signal);
  return { owner: PROGRAM, asOf, applied, tag: String(applied), view };
}

/** The scope that reads the whole program. */
export const PROGRAM_SCOPE = 'program:view';

const MAX_STATES = 10_000;

/** Caches the states of partners until something is written. */
export class States {
  readonly #known = new LRUCache<string, State>({ max: MAX_STATES });
  #revision: number | undefined;

  async read(context: FactsContext): Promise<State> {
    const { partnerUid = '' } = context.actor;
    const { engine } = context.facts;
    const { revision } = engine;
    if (revision !== this.#revision) this.#known.clear();
    this.#revision = revision;
    const known = this.#known.get(partnerUid);
    if (known) return known;
    const state = await readPartnerState(context);
    if (revision !== undefined && revision === engine.revision) this.#known.set(partnerUid, state);
    return state;
  }
}

/**
 * Two answers to one question have the same tag exactly when nothing they depend on has changed, in whichever process. It
 * begins with the number of the last batch.
 */
export function entityTag(state: State, question: unknown): string {
  const digest = sha256(JSON.stringify([state.owner.partnerUid, state.tag, question]));
  return `"${state.applied}-${digest.toString('base64url').slice(0, 27)}"`;
}
