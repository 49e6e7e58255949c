import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { cancelExport } from './cancel.ts';
import { createExport } from './create.ts';
import { getExport } from './get.ts';
import { listExports } from './list.ts';
import { CreateExport, CreateExportQuery, Export, ExportId, ExportPage, ExportQuery } from './schema.ts';

const tag = 'Exports';
const path = '/trade/v1/exports';

export function exportEndpoints(storage: Storage): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path,
      operation: 'createExport',
      location: '/trade/v1/exports/{id}',
      tag,
      summary: 'Create a file of past conversions, withdrawals or audit entries',
      description:
        'The file holds a consistent snapshot of the rows. It is written in the background: poll the export until it ' +
        'is COMPLETED, or subscribe to `export.completed`. An export also needs the scope that reading its rows ' +
        'needs: `conversions:view` for `conversion`, `venue-transfer:view` for `withdrawal`, `admin` for `audit`. In ' +
        'CSV, a cell that a spreadsheet would take for a formula begins with an apostrophe.',
      scope: 'exports:edit',
      repeats: 'answered again',
      query: CreateExportQuery,
      body: CreateExport,
      answers: { 201: { description: 'The export.', schema: Export } },
      errors: ['conflict'],
      handle: async (context, { query: { type = 'conversion' }, body }) => ({
        status: 201,
        body: await createExport(context, { type, body }),
      }),
    }),
    endpoint({
      method: 'GET',
      path,
      operation: 'listExports',
      tag,
      summary: 'List exports, newest first',
      description: 'Only exports whose rows the credential may read.',
      scope: 'exports:view',
      query: ExportQuery,
      answers: { 200: { description: 'One page.', schema: ExportPage } },
      handle: async (context, { query }) => ({
        status: 200,
        body: await listExports(context, storage, query),
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${path}/:id`,
      operation: 'getExport',
      tag,
      summary: 'Get one export, with a link to its file',
      description: 'An export whose rows the credential may not read answers 404.',
      scope: 'exports:view',
      params: ExportId,
      answers: { 200: { description: 'The export.', schema: Export } },
      errors: ['not_found'],
      handle: async (context, { params }) => ({
        status: 200,
        body: await getExport(context, storage, params),
      }),
    }),
    endpoint({
      method: 'POST',
      path: `${path}/:id/cancel`,
      operation: 'cancelExport',
      tag,
      summary: 'Cancel an export that is being written',
      description: 'It becomes FAILED, its `failureMessage` names who cancelled it, and it has no file.',
      scope: 'exports:edit',
      repeats: 'answered again',
      params: ExportId,
      answers: { 200: { description: 'The export.', schema: Export } },
      errors: ['not_found', 'invalid_transition'],
      handle: async (context, { params }) => ({ status: 200, body: await cancelExport(context, params) }),
    }),
    ...storage.endpoints,
  ];
}
