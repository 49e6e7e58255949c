export { compact, type Compacted } from './compact.ts';
export type { Derivation } from './derive.ts';
export { renderFacts } from './document.ts';
export { ingest, type Ingestion, type LineError, type Progress, type Summary } from './ingest.ts';
export { FORMULAS, KINDS, kindNamed, type Formula } from './kinds/index.ts';
export { openFacts, type Facts, type FactsOptions } from './open.ts';
export { fileSource, gunzip, limited, type Source } from './source/source.ts';
export { readVersion, type FactsVersion } from './version.ts';
