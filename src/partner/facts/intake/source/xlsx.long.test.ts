import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../../../testing/folder.ts';
import '../../../../testing/product.ts';
import { requireKind } from '../../kinds/index.ts';
import { sheetLines } from './xlsx.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const path = join(folder, 'table.xlsx');
writeFileSync(path, 'no workbook');

const read = (limitMs?: number) =>
  sheetLines(requireKind('rates'), {
    path,
    tableFormat: {},
    signal: new AbortController().signal,
    ...(limitMs !== undefined && { limitMs }),
  });
const outcomeOf = (lines: ReturnType<typeof read>): Promise<unknown> =>
  lines.next().then(
    () => 'read',
    (error: unknown) => (error as { code: string }).code,
  );

test('a workbook that takes more than its time is refused, and the next one is read', async () => {
  expect(await outcomeOf(read(0))).toBe('payload_too_large');
  expect(await outcomeOf(read())).toBe('validation_failed');
});

test('when many workbooks wait already, a further one is refused at once', async () => {
  const outcomes = await Promise.all(Array.from({ length: 22 }, () => outcomeOf(read())));
  expect(outcomes).toEqual([...Array<string>(21).fill('validation_failed'), 'unavailable']);
});
