import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS_FILE, toRanges, type Document } from '../../src/platform/lucene/testing/corpus.ts';
import { drawDocuments } from './documents.ts';
import { REFUSED } from './refused.ts';
import { drawQueries } from './queries.ts';

const SEED = 20_240_501;
const JARS = process.env['LUCENE_JARS'] ?? '/usr/share/java';
const NEEDED = /^lucene-(?:core|queryparser|queries|analyzers-common)-8[.\d]*\.jar$/;

const documents = drawDocuments(SEED);
const refused = Object.entries(REFUSED).flatMap(([reason, queries]) =>
  queries.map((query) => ({ query, reason })),
);
const queries = drawQueries(documents, SEED).map((query) => ({ query, reason: undefined }));
const questions = [...queries, ...refused];
const answers = askLucene(
  documents,
  questions.map(({ query }) => query),
);

const lines = [
  ...documents.map((document) => ({ document })),
  ...questions.map(({ query, reason }, index) => ({ query, selected: answers[index], refused: reason })),
];
writeFileSync(CORPUS_FILE, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const errors = answers.filter((answer) => answer === null).length;
const empty = answers.filter((answer) => answer === '').length;
console.log(
  `${documents.length} documents, ${questions.length} queries: ${errors} errors, ${empty} select nothing.`,
);

/** For each query the numbers of the documents it selects, such as `0-3 7`, or null where it is an error. */
function askLucene(documents: readonly Document[], queries: readonly string[]): (string | null)[] {
  const jars = readdirSync(JARS).filter((name) => NEEDED.test(name));
  const input = [
    ...documents.map((document) => line('document', ...pairs(document))),
    ...queries.map((query) => line('query', query)),
  ].join('');
  const classPath = jars.map((name) => join(JARS, name)).join(':');
  const program = join(import.meta.dirname, 'Oracle.java');
  const { stdout, stderr, status } = spawnSync('java', ['-cp', classPath, program], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const answers = (stdout ?? '').split('\n').slice(0, -1);
  if (status !== 0 || answers.length !== queries.length) {
    throw new Error(`Lucene answered ${answers.length} of ${queries.length} queries. ${stderr}`);
  }
  return answers.map((answer) => (answer === 'error' ? null : toRanges(numbersIn(answer))));
}

function line(...[word, ...texts]: [string, ...string[]]): string {
  return `${[word, ...texts.map((text) => Buffer.from(text).toString('base64'))].join(' ')}\n`;
}

function pairs(document: Document): string[] {
  return Object.entries(document).flatMap(([field, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((single: string) => [field, single]),
  );
}

function numbersIn(answer: string): number[] {
  return answer === '' ? [] : answer.split(' ').map(Number);
}
