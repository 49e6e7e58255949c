export { exportFacts } from './export.ts';
export { readHistory } from './history.ts';
export { BATCHES, BATCHES_QUERY, listBatches, readBatches } from './list-batches.ts';
export { FACT_ROWS, listRows, ROWS_QUERY, shownColumns } from './list-rows.ts';
export { FACTS_STATUS, readStatus, type FactsStatus } from './status.ts';
export { compareStore, verifyFacts, verifyLog, type LogReader } from './verify.ts';
