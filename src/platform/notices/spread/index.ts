export { readSpread, spread, spreadJob, spreadOccasion, spreadPage } from './spread.ts';
