import { Type } from 'typebox';
import { defineEvent } from '../../platform/events/index.ts';
import { Export, ExportSummary } from './schema.ts';

const scope = 'exports:view';
const payload = Type.Object({ id: Export.properties.id, export: ExportSummary });

export const exportCompleted = defineEvent({
  type: 'export.completed',
  summary: 'The file of an export is ready.',
  scope,
  payload,
});

export const exportFailed = defineEvent({
  type: 'export.failed',
  summary: 'An export failed.',
  scope,
  payload,
});

export const exportEvents = [exportCompleted, exportFailed] as const;
