import { QuaestorError, type TravelRule } from '@quaestor/sdk';
import {
  faultsWithin,
  missingIn,
  toTravelRule,
  useAnswers,
  type Answers,
  type Asking,
  type Faults,
} from '../../shared/recipients/index.ts';

interface Receiver {
  readonly answers: Answers;
  readonly change: (answers: Answers) => void;
  /** For the request, where it says itself who receives it. */
  readonly given: TravelRule | undefined;
  /** What is missing, or what the server has refused. */
  readonly faults: Faults;
  /** Whether everything that the server has refused is at these answers. */
  readonly explainsAll: boolean;
  /** Whether everything is answered; what is not is shown from then on. */
  readonly check: () => boolean;
}

/** The answers about who receives a withdrawal that goes to an address that is not saved. */
export function useReceiver(venue: Asking | undefined, isSaved: boolean, error: unknown): Receiver {
  const { answers, change, faults, setFaults } = useAnswers();
  const given = venue === undefined || isSaved ? undefined : toTravelRule([venue], answers);
  const errors = error instanceof QuaestorError ? error.errors : {};
  const refused = venue === undefined ? {} : faultsWithin('travelRule', errors);
  const count = Object.keys(refused).length;
  return {
    answers,
    change,
    given,
    faults: { ...faults, ...refused },
    explainsAll: count > 0 && count === Object.keys(errors).length,
    check() {
      const found = venue === undefined || isSaved ? {} : missingIn([venue], answers);
      setFaults(found);
      return Object.keys(found).length === 0;
    },
  };
}
