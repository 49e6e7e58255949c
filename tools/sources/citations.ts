import { dirname, join } from 'node:path/posix';

interface Repository {
  /** Every file, by its path from the root. */
  readonly paths: readonly string[];
  /** The names of the scripts of package.json. */
  readonly scripts: readonly string[];
  /** The text of a file. */
  readonly read: (path: string) => string;
}

/** Finds citations of what does not exist: paths, links, symbols of source files, headings and npm scripts. */
export function findStaleCitations(path: string, text: string, repository: Repository): string[] {
  const known = new Set(repository.paths.flatMap(withFolders));
  const lines = text.split('\n');
  let isCode = false;
  return lines.flatMap((line, index) => {
    if (line.startsWith('```')) isCode = !isCode;
    const faults = [
      ...scriptFaults(line, repository.scripts),
      ...(isCode
        ? []
        : [
            ...pathFaults(line, known),
            ...linkFaults(line, path, lines, known),
            ...symbolFaults(line, path, repository, known),
          ]),
    ];
    return faults.map((fault) => `${path}:${index + 1} ${fault}`);
  });
}

const SCRIPT = /\bnpm (?:run )?(?:--\S+ )*([\w:-]+)/g;
/** Words after `npm` that are its own. */
const NPM_COMMANDS = new Set(['ci', 'install', 'prune', 'audit', 'pack']);

function scriptFaults(line: string, scripts: readonly string[]): string[] {
  const known = new Set(scripts);
  return [...line.matchAll(SCRIPT)].flatMap(([, name = '']) =>
    known.has(name) || NPM_COMMANDS.has(name)
      ? []
      : [`cites the script ${name}, which package.json does not have. Its scripts: ${scripts.join(', ')}.`],
  );
}

const INLINE_CODE = /`([^`]+)`/g;
const SOURCE_PATH = /^[\w.@-]+(\/[\w.@*-]+)*\/?$/;
const SOURCE_FILE = /\/.*\.(ts|mjs|md|sql|json|ya?ml)$/;
/** Made by the build, by a run or by an installation. */
const MADE = /^(dist|data|node_modules)\//;

function pathFaults(line: string, known: ReadonlySet<string>): string[] {
  return [...line.matchAll(INLINE_CODE)].flatMap(([, cited = '']) => {
    const [root = ''] = cited.split('/');
    const isPath =
      SOURCE_PATH.test(cited) &&
      cited.includes('/') &&
      (known.has(root) || SOURCE_FILE.test(cited)) &&
      !MADE.test(cited);
    return !isPath || exists(cited.replace(/\/$/, ''), known) ? [] : [missing(cited)];
  });
}

const LINK = /\]\(([^)\s]+)\)/g;

function linkFaults(
  line: string,
  path: string,
  lines: readonly string[],
  known: ReadonlySet<string>,
): string[] {
  return [...line.matchAll(LINK)].flatMap(([, target = '']) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [file = '', heading] = target.split('#');
    if (file !== '') return exists(join(dirname(path), file), known) ? [] : [missing(target)];
    const slugs = lines.filter((text) => text.startsWith('#')).map(slugOf);
    return heading === undefined || slugs.includes(heading)
      ? []
      : [`links to the heading #${heading}, which this page does not have. Fix the link.`];
  });
}

/** A link with a single name in code as its text cites that symbol: [`run`](../src/platform/commands/run.ts). */
const SYMBOL_LINK = /\[`([\w$]+)`\]\(([^)\s#]+\.(?:ts|mjs|sql))\)/g;

function symbolFaults(
  line: string,
  path: string,
  { read }: Repository,
  known: ReadonlySet<string>,
): string[] {
  return [...line.matchAll(SYMBOL_LINK)].flatMap(([, symbol = '', target = '']) => {
    const file = join(dirname(path), target);
    if (!known.has(file) || wordsOf(read(file)).has(symbol)) return [];
    return [
      `cites ${symbol} of ${file}, which does not contain it. Fix the name, or link to the file that has it.`,
    ];
  });
}

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.match(/[\w$]+/g));

const missing = (cited: string): string =>
  `cites ${cited}, which does not exist. Fix the path, or the sentence if the file is gone.`;

function exists(path: string, known: ReadonlySet<string>): boolean {
  if (!path.includes('*')) return known.has(path);
  const [start = '', end = ''] = path.split('*');
  return [...known].some((candidate) => candidate.startsWith(start) && candidate.endsWith(end));
}

/** A path and every folder above it. */
function withFolders(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('/'));
}

/** The anchor that a forge makes of a heading. */
const slugOf = (heading: string): string =>
  heading
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
