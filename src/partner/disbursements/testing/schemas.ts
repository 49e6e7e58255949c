import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../../testing/program.ts';

const TRYTON = 'usr/lib/python3/dist-packages/trytond/modules/account_payment_sepa/tests';
const HBCI = 'usr/share/java/hbci4j-core.jar';

export type SchemaName = 'iso 03' | 'iso 09' | 'german 03';

/** Schemas and samples of banks, which are in packages of Debian. */
export interface Schemas {
  /** What a schema finds wrong with a document; empty if nothing. */
  validate(schema: SchemaName, document: string): string;
  /** What the JDK reads in files that are valid by its own engine: values of their heads and payments, line by line. */
  readBack(schema: SchemaName, documents: readonly string[]): string[][];
  /** Notifications of bookings (camt.054), by their names. */
  readonly notifications: ReadonlyMap<string, Buffer>;
}

/** Undefined, with a line that says so, where the packages cannot be had. */
export function openSchemas(folder: string): Schemas | undefined {
  try {
    const run = (program: string, ...args: string[]) =>
      execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    run('apt-get', 'download', '-q', 'tryton-modules-account-payment-sepa', 'libhbci4j-core-java');
    run('sh', '-c', 'for package in *.deb; do dpkg -x "$package" .; done');
    run(findProgram(['unzip'], 'unzip'), '-q', HBCI, 'pain.001.001.*.xsd', '-d', 'hbci');
    const paths = {
      'iso 03': join(folder, TRYTON, 'pain.001.001.03.xsd'),
      'iso 09': join(folder, 'hbci', 'pain.001.001.09.xsd'),
      'german 03': join(folder, 'hbci', 'pain.001.001.03.xsd'),
    };
    const xmllint = findProgram(['xmllint'], 'libxml2-utils');
    return {
      validate(schema, document) {
        const file = join(folder, 'document.xml');
        writeFileSync(file, document);
        const { status, stderr } = spawnSync(xmllint, [
          '--noout',
          '--nonet',
          '--schema',
          paths[schema],
          file,
        ]);
        return status === 0 ? '' : stderr.toString();
      },
      readBack(schema, documents) {
        const files = documents.map((document, index) => {
          const file = join(folder, `document-${index}.xml`);
          writeFileSync(file, document);
          return file;
        });
        const program = join(import.meta.dirname, 'ReadBack.java');
        const java = findProgram(['java'], 'default-jdk-headless');
        const options = ['-Dfile.encoding=UTF-8', '-Dstdout.encoding=UTF-8'];
        const printed = run(java, ...options, program, paths[schema], ...files).toString();
        return printed
          .trimEnd()
          .split('\n')
          .map((line) => line.split('\t'));
      },
      notifications: new Map(
        readdirSync(join(folder, TRYTON))
          .filter((name) => /^camt\.054.*\.xml$/.test(name))
          .map((name) => [name, readFileSync(join(folder, TRYTON, name))]),
      ),
    };
  } catch (error) {
    process.stderr.write(`SKIPPED: the schemas of bank files cannot be had: ${(error as Error).message}\n`);
    return undefined;
  }
}
