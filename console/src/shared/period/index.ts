export { PeriodSwitch } from './period-switch.tsx';
export { addDays, isDay, isUsualDay, monthStart } from './days.ts';
export {
  daysBefore,
  periodNamed,
  periodOf,
  periodSearch,
  previousOf,
  slotsOf,
  today,
  unitOf,
  type PeriodName,
} from './periods.ts';
export { slotsBetween, unitNamed, type Period, type Unit } from './slots.ts';
export { presetNamed, presetOf, presetsOn, type Preset } from './presets.ts';
