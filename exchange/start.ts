import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Clock } from '../src/kernel/index.ts';
import { serveControl } from './control.ts';
import { createFaultPlan } from './faults.ts';
import { keepTime } from './keep-time.ts';
import { openExchange } from './open.ts';
import type { Pace, Profile } from './profiles/index.ts';
import { publish } from './publish.ts';
import { serve } from './serve.ts';

export interface StartOptions {
  readonly name: string;
  readonly profile: Profile;
  readonly seed: string;
  readonly directory: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly controlPort: number;
  readonly key: string;
  readonly secret: string;
  readonly controlToken: string;
  readonly clock: Clock;
}

export interface RunningExchange {
  readonly port: number;
  readonly controlPort: number;
  stop(): Promise<void>;
}

const HOST = '127.0.0.1';

/** Starts an exchange: its clients' interface on one port of this machine, its control interface on another. */
export async function startExchange(options: StartOptions): Promise<RunningExchange> {
  const { clock, key, secret } = options;
  const server = createServer();
  const controlServer = createServer();
  // Bind the ports first, so that a second process with the same ports stops before it touches the data.
  const port = await listen(server, options.port);
  const controlPort = await listen(controlServer, options.controlPort);
  const { name, seed, directory, profile } = options;
  const exchange = openExchange({ name, seed, directory, terms: profile.terms, clock });

  let current: Pace = profile.pace;
  const pace = (): Pace => current;
  const faults = createFaultPlan();
  const publisher = publish(exchange, faults, clock);
  const stopTime = keepTime(exchange, pace, clock);

  async function goOffline(): Promise<void> {
    const closed = close(server);
    publisher.disconnectAll();
    server.closeAllConnections();
    await closed;
  }

  server.on('request', serve({ exchange, faults, pace, clock, key, secret }));
  server.on('upgrade', (request, socket, head) => publisher.accept(request, socket, head));
  controlServer.on(
    'request',
    serveControl(
      {
        exchange,
        faults,
        changePace: (change) => (current = { ...current, ...change }),
        goOffline,
        goOnline: async () => void (await listen(server, port)),
      },
      options.controlToken,
    ),
  );

  return {
    port,
    controlPort,
    async stop() {
      stopTime();
      await goOffline();
      publisher.close();
      await exchange.durable();
      exchange.close();
      // Release the control port last: while it is bound, no other process opens the directory.
      const closed = close(controlServer);
      controlServer.closeAllConnections();
      await closed;
    },
  };
}

async function listen(server: Server, port: number): Promise<number> {
  if (server.listening) return port;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

/** A server that does not listen is already closed. */
const close = (server: Server): Promise<void> => new Promise((resolve) => void server.close(() => resolve()));
