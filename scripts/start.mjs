import { ensureBuilt, ensureConsole, ensureInstalled } from './ensure.mjs';

await ensureInstalled();
await Promise.all([ensureBuilt(), ensureConsole()]);
// In this process, which npm's shell has become by exec, so that it gets the signals that npm passes on.
process.argv.splice(2, 0, 'serve', '--demo-desk');
await import('../dist/main.js');
