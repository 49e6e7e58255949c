import { QuaestorError, type StepUpRequiredError } from '../errors/index.ts';
import type { ProofOptions } from '../generated/models.ts';
import { shared } from '../generated/operations.ts';
import type { Challenge, Confirm, Sender } from './call.ts';

/** Returns whether the person has confirmed the step. Wrong codes can be corrected. */
export async function confirmStep(
  sender: Sender,
  { proof, approves }: StepUpRequiredError,
  confirm: Confirm,
  signal: AbortSignal,
): Promise<boolean> {
  const path = { id: proof };
  const options = async () =>
    (await sender.request({ spec: shared.showProof, path }, { signal })).body as ProofOptions;
  for (let challenge: Challenge = { proof, approves, options }; ;) {
    const answer = await confirm(challenge);
    if (answer === undefined) return false;
    try {
      await sender.request({ spec: shared.confirmProof, path, body: answer, isRenewable: false }, { signal });
      return true;
    } catch (error) {
      if (!(error instanceof QuaestorError) || error.code !== 'unauthenticated') throw error;
      challenge = { ...challenge, refused: error };
    }
  }
}
