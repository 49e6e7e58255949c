import { serveWithdrawals, type ServerOptions } from './serve.ts';

/** A process that can be killed; it sends its port to its parent. */
const { port } = await serveWithdrawals(JSON.parse(process.argv[2] ?? '') as ServerOptions);
process.send?.(port);
