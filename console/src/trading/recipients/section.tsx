import { MultiSelect, Stack } from '@mantine/core';
import type { Answers, Asking, Faults } from '../../shared/recipients/index.ts';
import { VenueFields } from './venue-fields.tsx';
import { texts } from './texts.ts';

interface RecipientSectionProps {
  readonly asking: readonly Asking[];
  /** Those of them that are to pay there. */
  readonly codes: readonly string[];
  readonly onCodes: (codes: string[]) => void;
  readonly answers: Answers;
  readonly onAnswers: (answers: Answers) => void;
  readonly faults: Faults;
}

/** Who receives what is sent to a saved destination, as far as the venues ask that are to pay there. */
export default function RecipientSection({
  asking,
  codes,
  onCodes,
  answers,
  onAnswers,
  faults,
}: RecipientSectionProps) {
  return (
    <Stack gap="sm">
      {asking.length > 1 && (
        <MultiSelect
          label={texts.venues}
          description={texts.aboutVenues}
          data={asking.map(({ code, name }) => ({ value: code, label: name }))}
          value={[...codes]}
          onChange={onCodes}
        />
      )}
      <VenueFields
        venues={asking.filter(({ code }) => codes.includes(code))}
        answers={answers}
        onChange={onAnswers}
        faults={faults}
      />
    </Stack>
  );
}
