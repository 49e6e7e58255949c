import { ensureBuilt, ensureInstalled } from './ensure.mjs';

await ensureInstalled();
await ensureBuilt();
// In this very process, so that a signal needs no passing on.
process.argv.splice(2, 0, 'serve');
await import('../dist/main.js');
