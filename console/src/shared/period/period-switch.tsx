import { SegmentedControl } from '@mantine/core';
import { PERIODS, type PeriodName } from './periods.ts';
import { texts } from './texts.ts';

interface PeriodSwitchProps {
  readonly value: PeriodName;
  readonly onChange: (name: PeriodName) => void;
}

/** Chooses one of the periods that end today. */
export const PeriodSwitch = ({ value, onChange }: PeriodSwitchProps) => (
  <SegmentedControl
    size="xs"
    aria-label={texts.period}
    data={PERIODS.map((name) => ({ value: name, label: texts.names[name] }))}
    value={value}
    onChange={onChange}
  />
);
