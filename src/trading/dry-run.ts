import { invalid } from '../kernel/index.ts';

export const DRY_RUN_HEADER = {
  'x-dry-run': {
    description: '`true` checks and stores the request as SIMULATED, and never sends it.',
    example: 'true',
  },
};

/** A misspelt value must not move money. */
export function readDryRun(header: string | undefined): boolean {
  if (header === undefined || header === 'false') return false;
  if (header === 'true') return true;
  throw invalid({ 'X-Dry-Run': ['must be true or false'] });
}
