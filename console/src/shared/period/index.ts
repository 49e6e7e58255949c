export { PeriodSwitch } from './period-switch.tsx';
export {
  addDays,
  monthStart,
  periodNamed,
  periodOf,
  periodSearch,
  previousOf,
  slotsOf,
  today,
  unitOf,
  type Period,
  type PeriodName,
} from './periods.ts';
export { presetNamed, presetOf, presetsOn, type Preset } from './presets.ts';
