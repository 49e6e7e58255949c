export { measureRestores } from './measure.ts';
export { findLoss, findOpenRestore, type Restore } from './find.ts';
export { recordRestore, type Precaution } from './record.ts';
export { releaseRestore } from './release.ts';
export { HELD } from './restore.ts';
export { watchRestores, type RestoreWatch } from './watch.ts';
