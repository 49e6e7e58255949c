import { randomBytes } from 'node:crypto';
import { canonicalJson, newId, Problem, later, type Actor, type Context } from '../../kernel/index.ts';
import type { JsonObject } from '../audit/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import { insertProof, selectPersonBehind, takeProof } from './store.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const EXPIRES_AFTER_MS = 5 * 60 * 1000;

/** Thrown inside a transaction; the request for a proof is stored after its rollback. */
export class ProofMissing extends Error {
  override readonly name = 'ProofMissing';
  readonly subject: JsonObject;

  constructor(subject: JsonObject) {
    super('The step has not been confirmed.');
    this.subject = subject;
  }
}

/**
 * Whether the actor has to confirm steps: every person, however they signed in, and every program of a person, which
 * would otherwise be a lasting way around. Programs that nobody owns and the command line are not asked.
 */
export async function isAsked(db: Db, { kind, id }: Actor): Promise<boolean> {
  if (kind !== 'client') return kind === 'person';
  return (await selectPersonBehind(db, id).executeTakeFirstOrThrow()).person !== null;
}

/** Uses up the caller's proof of exactly this subject and returns its evidence. */
export async function useProof(
  tx: Tx,
  { actor, proof, clock }: Context<Db>,
  subject: JsonObject,
): Promise<JsonObject> {
  const { session } = actor;
  if (session === undefined) {
    throw new Problem(
      'forbidden',
      'A person confirms this step with a second factor, which this token cannot prove. Do it in the console.',
    );
  }
  if (proof === undefined || !UUID.test(proof)) throw new ProofMissing(subject);
  const { credentialId } = session;
  const taken = await takeProof(
    tx,
    proof,
    credentialId,
    canonicalJson(subject),
    clock.now(),
  ).executeTakeFirst();
  if (!taken?.evidence) throw new ProofMissing(subject);
  return taken.evidence;
}

/** Stores what the person is asked to confirm, and returns the problem that asks for it. */
export async function askForProof({ actor, clock, db }: Context<Db>, subject: JsonObject): Promise<Problem> {
  const id = newId();
  await insertProof(db, {
    id,
    credential_id: actor.session?.credentialId ?? '',
    subject: canonicalJson(subject),
    nonce: randomBytes(32),
    evidence: null,
    expires_at: later(clock.now(), EXPIRES_AFTER_MS),
  }).execute();
  return new Problem('step_up_required', 'Confirm this step with your second factor.', {
    members: { proof: id, approves: subject },
  });
}
