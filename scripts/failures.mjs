import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { quote, root } from './ensure.mjs';

const CACHE = join(root, 'node_modules/.cache');
const FAILURES = join(CACHE, 'quaestor-failures.json');
const REPORT = join(CACHE, 'quaestor-report.json');

/**
 * What failed in the last run, and how to run it again.
 * @typedef {{ checks: string[], projects: string[], files: string[], failures: { name: string, error: string }[] }} Failures
 */

/** @returns {Failures | undefined} undefined where there was no run */
export function readFailures() {
  return existsSync(FAILURES) ? JSON.parse(readFileSync(FAILURES, 'utf8')) : undefined;
}

/** @param {Failures} failures */
export function writeFailures(failures) {
  mkdirSync(dirname(FAILURES), { recursive: true });
  writeFileSync(FAILURES, JSON.stringify(failures));
}

export function removeFailures() {
  rmSync(FAILURES, { force: true });
}

/** With these, vitest also writes the report that `readReport` reads. */
export const reportOptions = `--reporter=default --reporter=json --outputFile.json=${quote(REPORT)}`;

export function removeReport() {
  rmSync(REPORT, { force: true });
}

/** The tests that passed and failed, and the files of those that failed. */
export function readReport() {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(REPORT, 'utf8'));
    const failed = testResults.filter(({ status }) => status === 'failed');
    return {
      passed: numPassedTests,
      failures: failed.flatMap(failuresOf),
      files: failed.map(({ name }) => relative(root, name)),
    };
  } catch {
    return { passed: 0, failures: [], files: [] };
  }
}

/** Of a file: its tests, or what kept it from being loaded. */
function failuresOf({ name, message, assertionResults }) {
  const path = relative(root, name);
  const tests = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => ({
      name: `${path} > ${fullName}`,
      error: failureMessages[0] ?? '',
    }));
  return tests.length > 0 ? tests : [{ name: path, error: message ?? '' }];
}
