import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { useState } from 'react';
import { addDays, monthStart, today } from '../period/index.ts';
import { texts } from './texts.ts';

export interface DateRangeProps {
  /** Days of UTC as `2026-01-31`. The range includes both. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (range: { from: string | undefined; to: string | undefined }) => void;
  /** What the dates are of, where a screen has several ranges. */
  readonly label?: string | undefined;
}

export default function DateRangeInput({ from, to, onChange, label }: DateRangeProps) {
  // While the second day is not chosen, nothing is filtered.
  const [first, setFirst] = useState<string | null>(null);
  const choose = ([start, end]: readonly [string | null, string | null]) => {
    if (start !== null && end === null) return setFirst(start);
    setFirst(null);
    // The calendar was closed after the first day: the dates stay as they were.
    if (start === null && first !== null) return;
    onChange({ from: start ?? undefined, to: end ?? undefined });
  };
  return (
    <DatePickerInput
      type="range"
      title={label ?? texts.dates}
      label={label}
      presets={presetsOf(today())}
      placeholder={texts.allDates}
      valueFormat="D MMM YYYY"
      clearable
      allowSingleDateInRange
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={first === null ? [from ?? null, to ?? null] : [first, null]}
      onChange={choose}
      onClick={() => setFirst(null)}
      clearButtonProps={{ 'aria-label': texts.clear }}
      previousLabel={texts.previousMonth}
      nextLabel={texts.nextMonth}
      w={{ base: '100%', xs: 290 }}
    />
  );
}

const presetsOf = (day: string): { label: string; value: [string, string] }[] => [
  { label: texts.presets.today, value: [day, day] },
  { label: texts.presets.week, value: [addDays(day, -6), day] },
  { label: texts.presets.fourWeeks, value: [addDays(day, -27), day] },
  { label: texts.presets.month, value: [monthStart(day, 0), day] },
  { label: texts.presets.lastMonth, value: [monthStart(day, -1), addDays(monthStart(day, 0), -1)] },
  { label: texts.presets.year, value: [`${day.slice(0, 4)}-01-01`, day] },
];
