import { Checkbox, Stack } from '@mantine/core';
import { RecipientFields } from '../../../shared/recipient-form/index.ts';
import type { Answers, Asking, Faults } from '../../../shared/recipients/index.ts';
import { texts } from '../texts.ts';

const { receiver: t } = texts;

interface ReceiverFieldsProps {
  readonly asking: Asking;
  /** Whether it is known what the venue asks. */
  readonly isKnown: boolean;
  readonly isSaid: boolean;
  readonly onSaid: (isSaid: boolean) => void;
  readonly answers: Answers;
  readonly onChange: (answers: Answers) => void;
  readonly faults: Faults;
}

/** For the venue it is always somebody else than the program, whose account there sends the money. */
const SETTLED = ['relation'];

/** Who receives the money at an address, as the venue that pays it asks. */
export default function ReceiverFields(props: ReceiverFieldsProps) {
  const { asking, isKnown, isSaid, onSaid, answers, onChange, faults } = props;
  return (
    <Stack gap="sm">
      <Checkbox
        label={t.say}
        description={isKnown ? t.asked : t.unknown}
        checked={isSaid}
        onChange={({ currentTarget: { checked } }) => onSaid(checked)}
      />
      {isSaid && (
        <RecipientFields
          venues={[asking]}
          answers={answers}
          onChange={onChange}
          faults={faults}
          settled={SETTLED}
        />
      )}
    </Stack>
  );
}
