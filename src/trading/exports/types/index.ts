import type { Actor } from '../../../kernel/index.ts';
import { AUDIT } from './audit.ts';
import { CONVERSION } from './conversion.ts';
import type { ExportType } from './declare.ts';
import { DEPOSIT } from './deposit.ts';
import { FEE } from './fee.ts';
import { TRANSFER } from './transfer.ts';
import { WITHDRAWAL } from './withdrawal.ts';

export type { ColumnKind, ExportType } from './declare.ts';

export const EXPORT_TYPES = {
  conversion: CONVERSION,
  withdrawal: WITHDRAWAL,
  deposit: DEPOSIT,
  transfer: TRANSFER,
  fee: FEE,
  audit: AUDIT,
} as const satisfies Record<string, ExportType>;

export type ExportTypeName = keyof typeof EXPORT_TYPES;

export const EXPORT_TYPE_NAMES = Object.keys(EXPORT_TYPES) as ExportTypeName[];

/** The types whose rows the actor may read. */
export const readableTypes = ({ scopes }: Actor): ExportTypeName[] =>
  EXPORT_TYPE_NAMES.filter((name) => scopes.has(EXPORT_TYPES[name].scope));
