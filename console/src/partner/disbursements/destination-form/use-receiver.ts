import type { DisbursementMethods, TravelRule } from '@quaestor/sdk';
import { useState } from 'react';
import {
  missingIn,
  toTravelRule,
  useAnswers,
  type Answers,
  type Asking,
} from '../../../shared/recipients/index.ts';

export type Questions = DisbursementMethods['networks'][number]['questions'];

const question = (field: string, when: Record<string, string[]> = {}) => ({
  field,
  required: false,
  choices: null,
  when,
});
const PERSON = { 'party.kind': ['NATURAL'] };
const HOSTED = { 'wallet.kind': ['HOSTED'] };
/** What most venues ask, for when it is not known what this one does. */
const USUAL: NonNullable<Questions> = [
  question('party.kind'),
  question('party.firstName', PERSON),
  question('party.lastName', PERSON),
  question('party.companyName', { 'party.kind': ['LEGAL'] }),
  question('address.city'),
  question('address.country'),
  question('wallet.provider.name', HOSTED),
  question('declared'),
];
const BEFORE: Answers = { relation: 'THIRD_PARTY' };

/** The answers of a partner to what the venue asks that pays over a network; undefined while another way is chosen. */
export function useReceiver(network: string, questions: Questions | undefined) {
  const isKnown = questions !== null;
  const { answers, change, faults, setFaults } = useAnswers(BEFORE);
  const [chosen, setChosen] = useState<boolean>();
  const isAsked = questions !== undefined && questions?.length !== 0;
  const isSaid = isAsked && (chosen ?? isKnown);
  const asking: Asking = { code: network, name: network, travelRule: questions ?? USUAL };
  const said: TravelRule | undefined = isSaid ? toTravelRule([asking], answers) : undefined;
  return {
    isAsked,
    said,
    fields: { asking, isKnown, isSaid, onSaid: setChosen, answers, onChange: change, faults },
    setFaults,
    /** Whether everything is answered; what is not is shown from then on. */
    check(): boolean {
      const missing = isSaid ? missingIn([asking], answers) : {};
      setFaults(missing);
      return Object.keys(missing).length === 0;
    },
  };
}
