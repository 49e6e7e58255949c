import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureInstalled, quote, root, run } from './ensure.mjs';

const USAGE = `Usage: npm run test:node -- <version> [<argument of npm test>...]

Runs npm test under another version of Node, which npm installs into node_modules/.cache.
For example: npm run test:node -- 24 src/kernel`;

const [version = '', ...rest] = process.argv.slice(2);
if (!/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error(USAGE);
  process.exit(2);
}
await ensureInstalled();
const folder = join(root, 'node_modules/.cache', `node-${version}`);
const bin = join(folder, 'node_modules/node/bin');
if (!existsSync(join(bin, 'node'))) {
  console.log(`Installing Node ${version} ...`);
  const { code, output } = await run(
    `npm install --prefix ${quote(folder)} --no-save --no-audit --no-fund node@${version}`,
  );
  if (code !== 0) {
    console.error(`${output}\nInstalling Node ${version} failed.`);
    process.exit(1);
  }
}
// Every program that the tests start by the name node is this one, too.
process.env.PATH = bin + delimiter + process.env.PATH;
const { code } = await run(`node --version && node scripts/test.mjs ${rest.map(quote).join(' ')}`, 'inherit');
process.exitCode = code ?? 1;
