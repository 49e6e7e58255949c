import type { Answers, Asking, Faults } from '../../shared/recipients/index.ts';
import { RecipientFields } from '../../shared/recipient-form/index.ts';
import ProviderField from './provider-field.tsx';

interface VenueFieldsProps {
  readonly venues: readonly Asking[];
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
  readonly faults: Faults;
}

/** The questions of venues, whose lists of providers are searched. */
export const VenueFields = (props: VenueFieldsProps) => (
  <RecipientFields {...props} provider={ProviderField} />
);
