import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
} from 'kysely';
import type { Statement, Tables } from '../../src/platform/postgres/index.ts';

const db = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** The SQL of every statement that a store exports, under its name; empty when it exports none. */
export function renderStore(exported: Readonly<Record<string, unknown>>): string {
  return Object.entries(exported)
    .flatMap(([name, value]) =>
      isStatement(value) ? [`-- ${name}\n${breakLines(value(db, ...value.sample).compile().sql)};\n`] : [],
    )
    .join('\n');
}

function isStatement(value: unknown): value is Statement<unknown[], Compilable> {
  return typeof value === 'function' && 'sample' in value;
}

const CLAUSE =
  /^ (?=(?:from|where|group by|having|order by|limit|offset|for (?:update|share|no key update)|set|values|returning|on conflict|using|(?:left |inner |cross )?join|union|select)\b)/;

/** Begins each outer clause on a line of its own. Only white space between words is changed. */
export function breakLines(text: string): string {
  let result = '';
  let depth = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === "'" || character === '"') quote = character;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    const breaks = quote === '' && depth === 0 && CLAUSE.test(text.slice(at, at + 20));
    result += breaks ? '\n' : character;
  }
  return result;
}
