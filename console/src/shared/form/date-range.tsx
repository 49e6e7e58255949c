import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { texts } from './texts.ts';

export interface DateRangeProps {
  /** Days of UTC as `2026-01-31`. The range includes both. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

export default function DateRangeInput({ from, to, onChange }: DateRangeProps) {
  return (
    <DatePickerInput
      type="range"
      title={texts.dates}
      placeholder={texts.allDates}
      valueFormat="D MMM YYYY"
      clearable
      allowSingleDateInRange
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={[from ?? null, to ?? null]}
      onChange={([first, last]) => {
        // While the second day is not chosen, nothing is filtered.
        if ((first === null) === (last === null))
          onChange({ from: first ?? undefined, to: last ?? undefined });
      }}
      clearButtonProps={{ 'aria-label': texts.clear }}
      previousLabel={texts.previousMonth}
      nextLabel={texts.nextMonth}
      w={{ base: '100%', xs: 250 }}
    />
  );
}
