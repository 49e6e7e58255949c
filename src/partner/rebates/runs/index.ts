export {
  countRebates,
  insertRebates,
  insertRun,
  lockRun,
  selectAmounts,
  selectApproved,
  selectOpenRun,
  selectRebates,
  selectRun,
  countRuns,
  selectRuns,
  updateRun,
} from './store.ts';
