import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effort } from '../../testing/effort.ts';
import { REPORTS } from './declarations/index.ts';
import { bothAnswers } from './testing/agree.ts';
import { readTables } from './testing/model/cells.ts';
import { View } from './testing/model/view.ts';
import { ASKING, everyName, questions, SEED, world } from './testing/questions.ts';
import { openWorld } from './testing/world.ts';

const facts = await openWorld(world);
const tables = await readTables(facts);
const views = new Map(ASKING.map((me) => [me, new View(tables, me)]));

describe.each(REPORTS)('$name', (report) => {
  test(
    'pages hold every row of the model once, in the asked order, with its totals',
    { timeout: 600_000 },
    async () => {
      const examples = everyName(report).slice(0, effort(2, Infinity));
      await fc.assert(
        fc.asyncProperty(questions(report), async (asked) => {
          const { engine, model } = await bothAnswers(facts, report, views.get(asked.me), asked);
          expect(engine).toEqual(model);
        }),
        {
          seed: SEED,
          numRuns: effort(2, 12) + examples.length,
          examples: examples.map((asked) => [asked]),
        },
      );
    },
  );
});
