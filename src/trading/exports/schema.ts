import { Type, type Static } from 'typebox';
import { cursorPageOf, cursorQuery } from '../../platform/lists/index.ts';
import { filterOptions } from '../../platform/lucene/index.ts';
import { EXPORT_TYPE_NAMES } from './types/index.ts';

const closed = { additionalProperties: false } as const;
const NULL = Type.Null();

export const FORMATS = ['CSV', 'JSON', 'PARQUET'] as const;
export type Format = (typeof FORMATS)[number];
export const STATUSES = ['PROCESSING', 'COMPLETED', 'FAILED'] as const;

const id = Type.String({ format: 'uuid', examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d'] });
const time = Type.String({ format: 'date-time', examples: ['2026-01-31T12:05:00.000Z'] });
const from = Type.String({
  format: 'date-time',
  description: 'The start, inclusive.',
  examples: ['2026-01-01T00:00:00.000Z'],
});
const to = Type.String({
  format: 'date-time',
  description: 'The end, inclusive.',
  examples: ['2026-01-31T23:59:59.999Z'],
});
const format = Type.Enum([...FORMATS], { default: 'CSV', examples: ['CSV'] });
const count = (example: number) => Type.Integer({ examples: [example] });

export const ExportId = Type.Object({ id });

export const CreateExportQuery = Type.Object(
  {
    type: Type.Optional(
      Type.Enum([...EXPORT_TYPE_NAMES], {
        default: 'conversion',
        description: 'The type of rows to export.',
        examples: ['withdrawal'],
      }),
    ),
  },
  closed,
);

export const CreateExport = Type.Object(
  {
    from,
    to: Type.Optional(to),
    format: Type.Optional(format),
    query: Type.Optional(
      Type.String(
        filterOptions(
          'A filter in the syntax of the classic Apache Lucene query parser.',
          'status:COMPLETED AND asset:BTC',
        ),
      ),
    ),
  },
  {
    title: 'CreateExport',
    description: 'Both ends are inclusive; without `to` it ends now.',
    ...closed,
    examples: [{ from: '2026-01-01T00:00:00.000Z', to: '2026-01-31T23:59:59.999Z', format: 'CSV' }],
  },
);
export type CreateExport = Static<typeof CreateExport>;

export const Export = Type.Object(
  {
    id,
    status: Type.Enum([...STATUSES], { examples: ['COMPLETED'] }),
    type: Type.String({ examples: ['withdrawal'] }),
    inputParameters: Type.Object(
      {
        from,
        to,
        format: Type.Enum([...FORMATS], { examples: ['CSV'] }),
        query: Type.Union([Type.String(), NULL], { examples: ['status:COMPLETED AND asset:BTC'] }),
      },
      { description: 'The request.' },
    ),
    filename: Type.String({ examples: ['withdrawal_2026_01_31_12_05_00_000.csv'] }),
    url: Type.Union([Type.String(), NULL], {
      description:
        'A link to the file, valid for 10 minutes; null before it is completed and after it has expired.',
      examples: ['https://quaestor.example/files/0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d-1/withdrawal.csv'],
    }),
    createdAt: time,
    updatedAt: time,
    rowsWritten: count(48_213),
    rowsExpected: Type.Union([Type.Integer(), NULL], {
      description: 'Null until counted.',
      examples: [48_213],
    }),
    failureMessage: Type.Union([Type.String(), NULL], { examples: [null] }),
    expiresAt: Type.Union([Type.String(), NULL], {
      description: 'When the file is deleted.',
      examples: ['2026-02-07T12:05:00.000Z'],
    }),
  },
  { title: 'Export' },
);
export type Export = Static<typeof Export>;

/** Without the link, which is signed for each reader. */
export const ExportSummary = Type.Omit(Export, ['url'], { title: 'ExportSummary' });
export type ExportSummary = Static<typeof ExportSummary>;

export const ExportQuery = Type.Object(cursorQuery, closed);
export type ExportQuery = Static<typeof ExportQuery>;

export const ExportPage = cursorPageOf(Export, 'ExportPage');
export type ExportPage = Static<typeof ExportPage>;
