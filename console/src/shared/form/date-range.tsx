import '@mantine/dates/styles.css';
import { DatePickerInput } from '@mantine/dates';
import { useState } from 'react';
import { IconCalendar } from '../icons/index.ts';
import { isUsualDay, presetsOn, today, type Preset } from '../period/index.ts';
import { personZone, UTC } from '../text/index.ts';
import { texts } from './texts.ts';

export interface DateRangeProps {
  /** Days as `2026-01-31`. The range includes both. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (range: { from: string | undefined; to: string | undefined }) => void;
  /** Called instead for a preset, where it is kept as such: its days move with the present day. */
  readonly onPreset?: ((preset: Preset) => void) | undefined;
  /** Presets of more days are not offered. */
  readonly mostDays?: number | undefined;
  /** What the dates are of, where a screen has several ranges. */
  readonly label?: string | undefined;
  /** Whose days these are; those of the program are of UTC. */
  readonly zone?: string | undefined;
}

/** A calendar never ends to look for the week of what is no day; the server says what is wrong with it. */
const shown = (day: string | undefined): string | null => (isUsualDay(day) ? day : null);

export default function DateRangeInput(props: DateRangeProps) {
  const { from, to, onChange, onPreset, mostDays, label, zone = UTC } = props;
  // While the second day is not chosen, nothing is filtered.
  const [first, setFirst] = useState<string | null>(null);
  const presets = presetsOn(today(zone), mostDays);
  const choose = ([start, end]: readonly [string | null, string | null]) => {
    if (start !== null && end === null) return setFirst(start);
    setFirst(null);
    // The calendar was closed after the first day: the dates stay as they were.
    if (start === null && first !== null) return;
    // Only a preset gives both days at once.
    const preset =
      first === null ? presets.find((each) => each.from === start && each.to === end) : undefined;
    if (preset !== undefined && onPreset !== undefined) return onPreset(preset.name);
    onChange({ from: start ?? undefined, to: end ?? undefined });
  };
  return (
    <DatePickerInput
      type="range"
      title={label ?? texts.dates(zone)}
      label={label}
      description={zone === UTC && personZone() !== UTC ? texts.programDay : undefined}
      presets={presets.map((each) => ({
        label: texts.presets[each.name],
        value: [each.from, each.to] as [string, string],
      }))}
      placeholder={texts.allDates}
      locale={texts.calendar}
      valueFormat={texts.dayFormat}
      clearable
      allowSingleDateInRange
      leftSection={<IconCalendar size={16} aria-hidden />}
      value={first === null ? [shown(from), shown(to)] : [first, null]}
      onChange={choose}
      onClick={() => setFirst(null)}
      clearButtonProps={{ 'aria-label': texts.clear }}
      previousLabel={texts.previousMonth}
      nextLabel={texts.nextMonth}
      w={{ base: '100%', xs: 290 }}
    />
  );
}
