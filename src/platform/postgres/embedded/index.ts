import { setTimeout as sleep } from 'node:timers/promises';
import { DATABASE, SUPERUSER, ensureCluster } from './create.ts';
import { findPlace, type PlaceOptions } from './place.ts';
import { stopPostmaster, type Settings } from './run.ts';
import { claim, reach, type Cluster, type Session } from './session.ts';

export interface EmbeddedOptions extends PlaceOptions {
  /** Additional settings of the server. */
  settings?: Settings;
  /** How long to wait for a login or a signal before a stronger signal is sent. */
  waitMs?: number;
}

/** A PostgreSQL server in a process of its own, with its cluster in the data folder. */
export interface EmbeddedServer {
  readonly url: string;
  /** Contains the cluster, its log and its password. */
  readonly folder: string;
  /** The owner stops the server; a guest leaves it running. */
  stop(): Promise<void>;
}

/** Starts the server of a data folder, or takes over one whose owner was killed. Owns it until `stop`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { server, ownerPid } = await open(options);
  if (ownerPid === undefined) return server;
  throw new Error(
    `The data folder ${options.dataFolder} is in use by process ${ownerPid}. ` +
      `Stop it, or choose another folder with --data.`,
  );
}

/** For a tool: uses the server of a running owner as a guest, or becomes the owner. */
export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return (await open(options)).server;
}

async function open(options: EmbeddedOptions): Promise<{ server: EmbeddedServer; ownerPid?: number }> {
  const place = await findPlace(options);
  const { settings = {}, waitMs = 15_000 } = options;
  const { password } = await ensureCluster(place, settings['fsync'] !== 'off');
  const cluster = { place, password, settings, waitMs };
  const { session, ownerPid } = await reachAndClaim(cluster);
  const server = {
    url: `postgres://${SUPERUSER}:${password}@127.0.0.1:${session.port}/${DATABASE}`,
    folder: place.home,
  };
  if (ownerPid === undefined) return { server: { ...server, stop: keep(cluster, session) } };
  await session.client.end();
  return { server: { ...server, stop: async () => {} }, ownerPid };
}

async function reachAndClaim(cluster: Cluster, port?: number) {
  for (let attempt = 1; ; attempt++) {
    const session = await reach(cluster, port);
    try {
      return { session, ownerPid: await claim(session) };
    } catch (error) {
      // The former owner was stopping the server.
      await session.client.end();
      if (attempt === 3) throw error;
    }
  }
}

/**
 * Restarts the server on the same port when it dies, and claims it again. Returns the function that stops the server;
 * the ownership lasts until it has stopped.
 */
function keep(cluster: Cluster, session: Session): () => Promise<void> {
  let stopping = false;
  let owned = true;
  const watch = async () => {
    let current = session;
    for (;;) {
      await current.closed;
      if (stopping) return;
      try {
        const next = await reachAndClaim(cluster, session.port);
        current = next.session;
        owned = next.ownerPid === undefined;
      } catch {
        await sleep(1000);
      }
      if (!owned) await current.client.end();
      if (!owned || stopping) return;
    }
  };
  const watching = watch();
  const stop = async () => {
    if (owned) await stopPostmaster(cluster.place, cluster.waitMs);
  };
  return async () => {
    stopping = true;
    await stop();
    await watching;
    // It may have been restarted while it was being stopped.
    await stop();
  };
}
