import '@mantine/dates/styles.css';
import { DateInput } from '@mantine/dates';
import type { ReactNode } from 'react';
import { IconCalendar } from '../icons/index.ts';
import { readDay } from './read-day.ts';
import { texts } from './texts.ts';

export interface DateFieldProps {
  readonly label: string;
  /** A day of UTC as `2026-01-31`; empty for none. */
  readonly value: string;
  readonly onChange: (day: string) => void;
  readonly description?: string | undefined;
  readonly error?: ReactNode;
  readonly required?: boolean;
  readonly w?: number;
}

export default function DateFieldInput({ value, onChange, required = false, ...props }: DateFieldProps) {
  return (
    <DateInput
      {...props}
      required={required}
      clearable={!required}
      value={value === '' ? null : value}
      onChange={(day) => onChange(day ?? '')}
      dateParser={readDay}
      locale={texts.calendar}
      valueFormat={texts.dayFormat}
      placeholder={texts.day}
      leftSection={<IconCalendar size={16} aria-hidden />}
      clearButtonProps={{ 'aria-label': texts.clear }}
      previousLabel={texts.previousMonth}
      nextLabel={texts.nextMonth}
    />
  );
}
