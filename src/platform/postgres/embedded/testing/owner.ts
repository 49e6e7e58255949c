import { once } from 'node:events';
import { startEmbedded } from '../index.ts';

/** A process to be killed: owns the server of a folder and prints its address. */
const [dataFolder = ''] = process.argv.slice(2);
const tell = (message: object) => process.send?.(message);
// The terminal's Ctrl-C reaches this process too; a real server would now drain.
process.on('SIGINT', () => tell({ interrupted: true }));
try {
  const server = await startEmbedded({
    dataFolder,
    say: () => {},
    settings: { fsync: 'off' },
    waitMs: 1000,
  });
  tell({ url: server.url });
  await once(process, 'disconnect');
} catch (error) {
  tell({ error: (error as Error).message });
  process.disconnect();
}
