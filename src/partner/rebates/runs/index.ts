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
  selectRuns,
  updateRun,
} from './store.ts';
