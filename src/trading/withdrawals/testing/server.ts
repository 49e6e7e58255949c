import { serveWithdrawals, type ServerOptions } from './serve.ts';

/** A process that can be killed; it tells its port. */
const { port } = await serveWithdrawals(JSON.parse(process.argv[2] ?? '') as ServerOptions);
process.send?.(port);
