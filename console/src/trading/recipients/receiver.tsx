import type { SavedDestination } from '@quaestor/sdk';
import type { Answers, Asking, Faults } from '../../shared/recipients/index.ts';
import AtVenue from './at-venue.tsx';
import { VenueFields } from './venue-fields.tsx';

interface ReceiverProps {
  /** A venue that asks who receives it. */
  readonly venue: Asking;
  /** Where it goes, if that is saved. */
  readonly saved: SavedDestination | undefined;
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
  readonly faults: Faults;
}

/** Who receives a withdrawal: as it is saved with its destination, or as this form asks for an address that is not. */
export default function Receiver({ venue, saved, answers, onChange, faults }: ReceiverProps) {
  if (saved !== undefined) return <AtVenue venue={venue} saved={saved} refused={faults} />;
  return <VenueFields venues={[venue]} answers={answers} onChange={onChange} faults={faults} />;
}
