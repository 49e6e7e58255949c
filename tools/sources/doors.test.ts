import { describe, expect, it } from 'vitest';
import { findFaults } from './doors.ts';

const HOUSE = {
  'src/kernel/index.ts': '',
  'src/kernel/decimal.ts': '',
  'src/platform/http/index.ts': '',
  'src/platform/http/create.ts': '',
  'src/platform/http/testing/app.ts': '',
  'src/platform/auth/index.ts': '',
  'src/platform/auth/scopes.ts': '',
  'src/platform/auth/keys/index.ts': '',
  'src/platform/auth/keys/ring.ts': '',
  'src/trading/app.ts': '',
  'src/platform/lucene/index.ts': '',
  'src/partner/app.ts': '',
  'src/config/index.ts': '',
  'src/testing/database.ts': '',
  'exchange/start.ts': '',
  'exchange/testing/start.ts': '',
  'console/src/shared/table/index.ts': '',
  'console/src/shared/table/table.tsx': '',
  'console/src/trading/api.ts': '',
};

/** What is wrong when these files stand in a sound house. */
const faultsOf = (files: Record<string, string>): string[] =>
  findFaults(new Map(Object.entries({ ...HOUSE, ...files })));

const faultOf = (path: string, specifier: string): string =>
  faultsOf({ [path]: `import { x } from '${specifier}';\n` }).join('\n');

describe('a sound house', () => {
  it.each([
    ['a file of the same module', 'src/platform/auth/open.ts', './scopes.ts'],
    ['the door of a module inside its own', 'src/platform/auth/open.ts', './keys/index.ts'],
    ['a file of the module around its own', 'src/platform/auth/keys/ring.ts', '../scopes.ts'],
    ['the door of a module beside', 'src/platform/auth/open.ts', '../http/index.ts'],
    ['a file in a folder without a door', 'src/process/serve.ts', '../trading/app.ts'],
    ['the door of a lower part', 'src/trading/app.ts', '../platform/http/index.ts'],
    ['a test helper, from a test', 'src/trading/app.test.ts', '../testing/database.ts'],
    [
      "another module's test helper, from a test",
      'src/trading/app.test.ts',
      '../platform/http/testing/app.ts',
    ],
    ['what its own module hides, from a test helper', 'src/platform/auth/testing/x.ts', '../keys/ring.ts'],
    ['a door, from a bench', 'bench/x.bench.ts', '../src/kernel/index.ts'],
    ['typebox, from kernel', 'src/kernel/check.ts', 'typebox/compile'],
    ['events, from kernel', 'src/kernel/check.ts', 'node:events'],
    ['the door of kernel, from the exchange', 'exchange/start.ts', '../src/kernel/index.ts'],
    [
      'the test helpers of the exchange, from a test',
      'src/trading/app.test.ts',
      '../../exchange/testing/start.ts',
    ],
    [
      'the shared test helpers, from a test of the exchange',
      'exchange/x.test.ts',
      '../src/testing/database.ts',
    ],
    ['anything, from a test of kernel', 'src/kernel/check.test.ts', 'fast-check'],
  ])('may import %s', (_what, path, specifier) => {
    expect(faultOf(path, specifier)).toBe('');
  });
});

const empty = (paths: readonly string[]): Record<string, string> =>
  Object.fromEntries(paths.map((path) => [path, '']));

const crowd = (count: number): string[] =>
  Array.from({ length: count }, (_, nth) => `src/trading/venues/${nth}.ts`);

describe('reports how to fix', () => {
  it.each([
    [
      'the console past the SDK',
      'console/src/trading/api.ts',
      '../../../src/kernel/index.ts',
      'use @quaestor/sdk instead',
    ],
    [
      'a face that imports the other',
      'console/src/partner/main.tsx',
      '../trading/api.ts',
      'may import only itself and console/src/shared',
    ],
    [
      'shared parts that import a face',
      'console/src/shared/table/table.tsx',
      '../../trading/api.ts',
      'may import only itself and console/src/shared',
    ],
    [
      'past a door of the console',
      'console/src/trading/main.tsx',
      '../shared/table/table.tsx',
      'past the door of console/src/shared/table',
    ],
    [
      'the log of facts that knows the store',
      'src/partner/facts/log/append.ts',
      '../../../platform/duckdb/index.ts',
      'does not know src/platform/duckdb',
    ],
    ['past a door', 'src/trading/app.ts', '../platform/http/create.ts', 'past the door of src/platform/http'],
    [
      'past an inner door',
      'src/platform/auth/open.ts',
      './keys/ring.ts',
      'Import from src/platform/auth/keys/index.ts',
    ],
    [
      'past a door from a bench',
      'bench/x.bench.ts',
      '../src/kernel/decimal.ts',
      'past the door of src/kernel',
    ],
    [
      "past another module's inner door, from a test helper",
      'src/platform/http/testing/app.ts',
      '../../auth/keys/ring.ts',
      'past the door',
    ],
    ['upwards', 'src/platform/auth/open.ts', '../../config/index.ts', 'src/platform may import only kernel'],
    [
      'out of kernel',
      'src/kernel/x.ts',
      '../platform/http/index.ts',
      'src/kernel may import nothing of ours',
    ],
    ['across', 'src/trading/app.ts', '../partner/app.ts', 'src/trading may import only platform and kernel'],
    [
      'to the root',
      'src/trading/app.ts',
      '../process/index.ts',
      'src/trading may import only platform and kernel',
    ],
    ['into test helpers', 'src/process/serve.ts', '../testing/database.ts', 'for tests only'],
    ["into another's test helpers", 'src/platform/http/x.ts', './testing/app.ts', 'for tests only'],
    ['of the exchange', 'src/serve.ts', '../exchange/start.ts', 'exchange is another program'],
    [
      'of the exchange, from a test',
      'src/x.test.ts',
      '../exchange/start.ts',
      'Tests may import exchange/testing',
    ],
    [
      'of platform, in the exchange',
      'exchange/x.ts',
      '../src/platform/http/index.ts',
      'only src/kernel/index.ts',
    ],
    ['of its test helpers, in the exchange', 'exchange/x.ts', './testing/start.ts', 'for tests only'],
    ['of a package, in kernel', 'src/kernel/x.ts', 'kysely', 'src/kernel only computes'],
    ['of I/O, in kernel', 'src/kernel/x.ts', 'node:fs', 'src/kernel only computes'],
    [
      'of platform, in a pure part',
      'src/platform/lucene/x.ts',
      '../../platform/http/index.ts',
      'only computes',
    ],
  ])('an import %s', (_what, path, specifier, message) => {
    const fault = faultOf(path, specifier);
    expect(fault).toMatch(new RegExp(`^${path}:1 imports`));
    expect(fault).toContain(message);
  });

  it.each([
    ['re-exports', "export { x } from './platform/http/create.ts';"],
    ['types', "import type { X } from './platform/http/create.ts';"],
    ['side effects', "import './platform/http/create.ts';"],
    ['imports at run time', "const x = await import('./platform/http/create.ts');"],
    ['lists over many lines', "import {\n  x,\n  type Y,\n} from './platform/http/create.ts';"],
  ])('however it is written: %s', (_how, text) => {
    expect(faultsOf({ 'src/main.ts': `\n${text}\n` })).toEqual([
      expect.stringMatching(/^src\/main\.ts:2 .*past the door/),
    ]);
  });

  it('a folder with more than 25 files, of which tests, their helpers and translations are none', () => {
    const others = ['x.test.ts', 'testing/x.ts', 'room/x.ts'].map((name) => `src/trading/venues/${name}`);
    expect(faultsOf(empty([...crowd(25), ...others, 'src/trading/venues/texts.de.ts']))).toEqual([]);
    expect(faultsOf(empty(crowd(26)))).toEqual([
      expect.stringMatching(/^src.trading.venues has 26 files, and at most 25 are allowed. Move/),
    ]);
  });

  it('a circle of files that import only types of each other', () => {
    const faults = faultsOf({
      'src/trading/market.ts': "import { Answers } from './answer.ts';\n",
      'src/trading/answer.ts': "import type { Market } from './market.ts';\n",
    });
    expect(faults).toEqual([
      expect.stringMatching(
        /^src.trading.answer.ts:1 closes a circle: src.trading.market.ts → src.trading.answer.ts → src.trading.market.ts/,
      ),
    ]);
  });

  it('a circle of a file and the folder beside it through types', () => {
    const faults = faultsOf({
      'src/platform/auth/issuer.ts': "import type { Ring } from './keys/index.ts';\n",
      'src/platform/auth/keys/ring.ts': "import { type Issuer } from '../issuer.ts';\n",
    });
    expect(faults).toEqual([expect.stringContaining('closes a circle')]);
  });

  it('a circle of modules that import only types of each other', () => {
    const faults = faultsOf({
      'src/platform/auth/open.ts': "import type { X } from '../http/index.ts';\n",
      'src/platform/http/create.ts': "import type { Y } from '../jobs/index.ts';\n",
      'src/platform/jobs/index.ts': "import type { Z } from '../auth/index.ts';\n",
    });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(
      /:1 closes a circle: src.platform.http → src.platform.jobs → src.platform.auth → src.platform.http/,
    );
  });
});
