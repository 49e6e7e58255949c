import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Type } from 'typebox';
import { Problem } from '../../kernel/index.ts';
import { endpoint, type Endpoint } from '../http/index.ts';
import { readRange } from './range.ts';
import { isSigned } from './sign.ts';
import { fileHeaders } from './storage.ts';

export const FILES = '/files';

const Params = Type.Object({
  key: Type.String({
    pattern: '^[A-Za-z0-9-]{1,64}$',
    'x-form': 'the key of a file',
    examples: ['0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d-1'],
  }),
  filename: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,100}[.][a-z]{1,10}$',
    'x-form': 'a file name',
    examples: ['withdrawal_2026_01_31_12_05_00_000.csv'],
  }),
});

const Query = Type.Object(
  {
    expires: Type.Integer({ minimum: 0, description: 'When the link expires.', examples: [1769861100000] }),
    signature: Type.String({
      maxLength: 64,
      description: 'The signature of the link.',
      examples: ['pUz1wYoB0Y0m9n5QXv0mJ1S8e3R2k0dYw0o2v2Tq5uY'],
    }),
  },
  { additionalProperties: false },
);

const FILE_HEADERS = {
  'content-disposition': {
    description: 'The name of the file.',
    example: 'attachment; filename="withdrawal_2026_01_31_12_05_00_000.csv"',
  },
  'accept-ranges': { description: 'The unit of `Range`.', example: 'bytes' },
  etag: {
    description: 'Names this file; send it as `If-Range` to resume a download.',
    example: '"0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d-1"',
  },
};

const RANGE_HEADER = {
  'content-range': {
    description: 'The bytes that follow, and the size of the file.',
    example: 'bytes 0-1023/52480',
  },
};

const file = (description: string) => ({
  description,
  headers: FILE_HEADERS,
  schema: Type.String({ examples: ['id,status\n'] }),
  contentType: 'text/csv',
  alsoAs: {
    'application/json': Type.Array(Type.Unknown(), { examples: [[{ id: 1, status: 'COMPLETED' }]] }),
    'application/vnd.apache.parquet': Type.String({ examples: ['PAR1'] }),
  },
});

/** Serves the files of a folder by signed links that have not expired. */
export function downloadEndpoint(folder: string, secret: Buffer): Endpoint {
  return endpoint({
    method: 'GET',
    path: `${FILES}/:key/:filename`,
    operation: 'downloadFile',
    tag: 'Exports',
    summary: 'Download the file of a link',
    description: 'The link needs no token. It supports `Range` requests, so that a download can be resumed.',
    scope: 'public',
    params: Params,
    query: Query,
    headers: {
      range: { description: 'The part of the file to send.', example: 'bytes=0-1023' },
      'if-range': {
        description: 'The `ETag` of the file that `Range` applies to; for another, the whole file is sent.',
        example: '"0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d-1"',
      },
    },
    answers: {
      200: file('The file.'),
      206: { ...file('The requested range.'), headers: { ...FILE_HEADERS, ...RANGE_HEADER } },
    },
    errors: ['forbidden', 'not_found', 'range_not_satisfiable'],
    handle: async ({ clock }, { params: { key, filename }, query: { expires, signature }, headers }) => {
      const isValid = isSigned(secret, { key, filename, expiresAtMs: expires }, signature);
      if (!isValid || clock.now().getTime() > expires) {
        throw new Problem(
          'forbidden',
          'The link has expired or is incomplete. Get the export for a new one.',
        );
      }
      const path = join(folder, key);
      const size = await sizeOf(path);
      const etag = `"${key}"`;
      const ifRange = headers['if-range'];
      const range = ifRange === undefined || ifRange === etag ? readRange(headers.range, size) : undefined;
      const { start, end } = range ?? { start: 0, end: size - 1 };
      return {
        status: range ? 206 : 200,
        headers: {
          ...fileHeaders(filename),
          'accept-ranges': 'bytes',
          'content-length': String(end - start + 1),
          etag,
          ...(range && { 'content-range': `bytes ${start}-${end}/${size}` }),
        },
        body: size === 0 ? '' : createReadStream(path, { start, end }),
      };
    },
  });
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new Problem('not_found', 'The file was deleted. Create a new export.');
  }
}
