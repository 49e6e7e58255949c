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
