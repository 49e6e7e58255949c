import type { WaitingChange } from '@quaestor/sdk';
import { Note } from '../parts/index.ts';
import { texts } from './texts.ts';

/** Whether the answer to a change says that it waits for a second admin. */
export const isWaiting = (answer: object | undefined): answer is WaitingChange =>
  answer !== undefined && 'proposal' in answer;

/** Says that a change waits, where it does. */
export const Waits = ({ answer }: { answer: object | undefined }) =>
  isWaiting(answer) && <Note>{texts.waits(answer.proposal.account)}</Note>;
