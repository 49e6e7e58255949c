import { dirname, join } from 'node:path/posix';

/** Path from the root of the repository → text. */
export type Files = ReadonlyMap<string, string>;

interface Import {
  readonly from: string;
  readonly line: number;
  /** A path from the root of the repository, or the name of a package. */
  readonly to: string;
  readonly isOurs: boolean;
}

/** What each part of `src` may import, besides itself. Whatever is not named here sits above them all. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  platform: ['kernel'],
  trading: ['platform', 'kernel'],
  partner: ['platform', 'kernel'],
  config: ['platform', 'kernel'],
};

/** Parts that compute and touch nothing: the packages they may use, besides kernel and themselves. */
const PURE: Readonly<Record<string, readonly string[]>> = {
  'src/kernel': ['typebox', 'node:crypto', 'node:events'],
  'src/platform/lucene': [],
  'src/trading/order-book': [],
};

/** Parts that must not know another one, although it is below them. */
const STRANGERS: Readonly<Record<string, string>> = {
  // The log is the truth, and the store a copy of it that can be made again.
  'src/partner/facts/log': 'src/platform/duckdb',
};

/** The most files in one folder, besides its tests and translations: more belong into rooms. */
const MOST_FILES = 25;

/** Finds every import past a door, against the arrows or in a circle, and every crowded folder, and says how to fix it. */
export function findFaults(files: Files): string[] {
  const imports = [...files].flatMap(([path, text]) => readImports(path, text));
  const faults = imports.flatMap((found) => {
    const rules = found.isOurs
      ? [layerFault, programFault, consoleFault, testingFault, doorFault, strangerFault, purityFault]
      : [purityFault];
    const fault = rules.map((rule) => rule(found, files)).find((message) => message !== undefined);
    return fault === undefined ? [] : [`${found.from}:${found.line} ${fault}`];
  });
  return [...faults, ...findCycles(imports), ...findCrowds(files)];
}

const STATIC = /^(?:import|export)\s+(?:[\w$*{},\s]+?\s+from\s+)?'([^']+)'/gm;
const DYNAMIC = /\bimport\('([^']+)'\)/g;

/** The formatter has put every static import at the start of a line, in single quotes. */
function readImports(from: string, text: string): Import[] {
  return [STATIC, DYNAMIC].flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ index, 1: specifier = '' }) => {
      const isOurs = specifier.startsWith('.');
      const to = isOurs ? join(dirname(from), specifier) : specifier;
      return { from, line: text.slice(0, index).split('\n').length, to, isOurs };
    }),
  );
}

const isForTests = (path: string): boolean =>
  path.endsWith('.test.ts') || isInTesting(path) || !/^(src|exchange|console\/src)\//.test(path);
const isInTesting = (path: string): boolean => path.split('/').includes('testing');

const layerOf = (path: string): string => /^src\/([^/]+)\//.exec(path)?.[1] ?? '';

function layerFault({ from, to }: Import): string | undefined {
  const [upper, lower] = [layerOf(from), layerOf(to)];
  const below = from.startsWith('src/') && to.startsWith('src/') ? BELOW[upper] : undefined;
  if (below === undefined || upper === lower || below.includes(lower)) return undefined;
  if (lower === 'testing' && isForTests(from)) return undefined;
  const allowed = below.length === 0 ? 'nothing of ours' : `only ${below.join(' and ')}`;
  return (
    `imports ${to}, but src/${upper} may import ${allowed}. ` +
    `Move what both need further down, or pass it in as an argument from above.`
  );
}

/** The simulated exchange is a program of its own, which others reach over its protocol. */
function programFault({ from, to }: Import): string | undefined {
  const [fromExchange, toExchange] = [isInExchange(from), isInExchange(to)];
  if (fromExchange === toExchange || to === 'src/kernel/index.ts') return undefined;
  if (fromExchange) {
    if (isForTests(from) && to.startsWith('src/testing/')) return undefined;
    return `imports ${to}, but exchange may import only src/kernel/index.ts and itself.`;
  }
  if (isForTests(from) && isInTesting(to)) return undefined;
  return `imports ${to}, but exchange is another program. Tests may import exchange/testing.`;
}

/** The console reaches the services through the SDK alone, and each face is a bundle of its own. */
function consoleFault({ from, to }: Import): string | undefined {
  const [face, other] = [faceOf(from), faceOf(to)];
  if (face === undefined && other === undefined) return undefined;
  if (face === undefined) return `imports ${to}, but only the console itself may import console/src.`;
  if (other === undefined) return isForTests(from) ? undefined : `imports ${to}: use @quaestor/sdk instead.`;
  if (other === face || other === 'shared') return undefined;
  return `imports ${to}, but console/src/${face} may import only itself and console/src/shared.`;
}

const faceOf = (path: string): string | undefined => /^console\/src\/([^/]+)\//.exec(path)?.[1];

const isInExchange = (path: string): boolean => path.startsWith('exchange/');

function testingFault({ from, to }: Import): string | undefined {
  if (!isInTesting(to) || isForTests(from)) return undefined;
  return `imports ${to}, which is for tests only. Move what is needed out of the folder testing/.`;
}

function doorFault({ from, to }: Import, files: Files): string | undefined {
  const common = commonFolder(from, to);
  const module = foldersOf(to).find(
    (folder) => folder.length > common.length && files.has(`${folder}/index.ts`),
  );
  if (module === undefined || to === `${module}/index.ts`) return undefined;
  // The folder testing/ of a module is its second door, for the tests of others, and knows all of the module.
  if (isForTests(from) && to.startsWith(`${module}/testing/`)) return undefined;
  const [home] = from.split('/testing/');
  if (isInTesting(from) && files.has(`${home}/index.ts`) && to.startsWith(`${home}/`)) return undefined;
  return (
    `imports ${to} past the door of ${module}. ` +
    `Import from ${module}/index.ts, and export there what others need.`
  );
}

function strangerFault({ from, to }: Import): string | undefined {
  const part = Object.keys(STRANGERS).find((folder) => from.startsWith(`${folder}/`));
  const stranger = part === undefined ? undefined : STRANGERS[part];
  if (stranger === undefined || isForTests(from) || !to.startsWith(`${stranger}/`)) return undefined;
  return `imports ${to}, but ${part} does not know ${stranger}. Do this work outside and pass it in as a function.`;
}

function purityFault({ from, to, isOurs }: Import): string | undefined {
  const pure = Object.keys(PURE).find((folder) => from.startsWith(`${folder}/`));
  if (pure === undefined || isForTests(from)) return undefined;
  const packages = PURE[pure] ?? [];
  const isAllowed = isOurs
    ? to.startsWith(`${pure}/`) || layerOf(to) === 'kernel'
    : packages.some((name) => to === name || to.startsWith(`${name}/`));
  if (isAllowed) return undefined;
  return (
    `imports ${to}, but ${pure} only computes: it may import ${['kernel', ...packages].join(', ')} and itself. ` +
    `Do this work outside and pass the result in.`
  );
}

/** A catalogue in another language, beside the one whose place it takes. */
const isTranslation = (path: string): boolean => /texts\.[a-z]{2}\.ts$/.test(path);

function findCrowds(files: Files): string[] {
  const counts = new Map<string, number>();
  for (const path of files.keys()) {
    if (!isForTests(path) && !isTranslation(path))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MOST_FILES)
    .map(
      ([folder, count]) =>
        `${folder} has ${count} files, and at most ${MOST_FILES} are allowed. ` +
        `Move those that belong together into a folder named after their noun, with an index.ts.`,
    );
}

/** Circles among the entries of each folder, whether of values or of types. */
function findCycles(imports: readonly Import[]): string[] {
  const edges = new Map<string, Map<string, Import>>();
  for (const found of imports) {
    if (!found.isOurs || isForTests(found.from)) continue;
    const depth = commonFolder(found.from, found.to).split('/').length + 1;
    const [a, b] = [found.from, found.to].map((path) => path.split('/').slice(0, depth).join('/'));
    if (a === undefined || b === undefined || a === b) continue;

    const out = edges.get(a) ?? new Map<string, Import>();
    edges.set(a, out.set(b, out.get(b) ?? found));
  }
  const faults: string[] = [];
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    const start = trail.indexOf(node);
    if (start !== -1) faults.push(cycleFault([...trail.slice(start), node], edges));
    if (start !== -1 || done.has(node)) return;
    for (const next of edges.get(node)?.keys() ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
  return faults;
}

function cycleFault(
  circle: readonly string[],
  edges: ReadonlyMap<string, ReadonlyMap<string, Import>>,
): string {
  const [a = '', b = ''] = circle.slice(-2);
  const last = edges.get(a)?.get(b);
  return (
    `${last?.from}:${last?.line} closes a circle: ${circle.join(' → ')}. ` +
    `Move what they share into one of them, or into a third that imports neither.`
  );
}

/** `src`, `src/platform` of `src/platform/x.ts` */
const foldersOf = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/'));

const commonFolder = (a: string, b: string): string =>
  foldersOf(a).findLast((folder) => b.startsWith(`${folder}/`)) ?? '';
