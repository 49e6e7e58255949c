import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing/folder.ts';
import { clickhouseFaults } from './clickhouse.ts';
import { loadConfig } from './index.ts';

test.each(['http://a:8123/other', 'http://a:8123?user=me&password=word', 'https://a:8443#other'])(
  'a node is refused whose URL says more than where the server is: %s',
  (node) => {
    const file = join(temporaryFolder(), 'quaestor.yaml');
    writeFileSync(file, '{}\n');
    const { facts } = loadConfig({ file, env: { QUAESTOR_SECRET: 's'.repeat(32) }, flags: {} });
    const faults = clickhouseFaults({
      ...facts,
      clickhouseNodes: ['http://a:8123', node],
      clickhouseCluster: 'c',
    });
    expect(Object.keys(faults)).toEqual(['facts.clickhouseNodes.1']);
    expect(faults['facts.clickhouseNodes.1']).toEqual([
      'must have neither a path nor parameters: give the database in facts.clickhouseDatabase',
    ]);
  },
);
