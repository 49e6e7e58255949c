import { expect, test } from 'vitest';
import { compilePage, compileRows } from './compile.ts';
import { REPORTS } from './declarations/index.ts';
import { readAsk } from './request.ts';
import { everyName } from './testing/questions.ts';
import { NOW } from './testing/world.ts';

const OWNER = { partnerUid: 'P0', partnerNo: 0 };

test.each(REPORTS)(
  '$name uses no window, which may invalidate the database over an empty union',
  (report) => {
    const [first] = everyName(report);
    const shares = report.filters['filtered_share'] ? [true, false] : [undefined];
    for (const filtered_share of shares) {
      const query = { ...first?.query, ...(filtered_share !== undefined && { filtered_share }) };
      const asked = readAsk(report, query, first?.subject, NOW);
      for (const compile of [compilePage, compileRows]) {
        expect(compile(report, asked, OWNER).sql).not.toMatch(/\bover\s*\(/i);
      }
    }
  },
);
