import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/index.ts';
import type { ServiceName } from '../../platform/auth/index.ts';
import { makeDataFolder } from '../data-folder.ts';

interface Listener {
  readonly name: ServiceName | 'metrics';
  readonly host: string;
  readonly port: number;
}

/** Reports every busy port at once, before anything starts. */
export async function checkPorts(config: Config): Promise<void> {
  const busy = await findBusyPorts(config);
  if (busy.length > 0) throw busyPorts(busy);
}

export async function findBusyPorts(config: Config): Promise<readonly Listener[]> {
  const services = (['trading', 'partner'] as const).filter((name) => config.roles.includes(name));
  const names = config.metrics.port === 0 ? services : [...services, 'metrics' as const];
  const checked = await Promise.all(
    names.map(async (name) => ({ name, ...config[name], isBusy: await isBusy(config[name]) })),
  );
  return checked.filter((port) => port.isBusy);
}

type Ports = Partial<Record<Listener['name'], number>>;

const portsFile = ({ data }: Config): string => join(data, 'ports.json');

/** Notes the ports of a process, which flags may have chosen, for the commands beside it. */
export async function notePorts(config: Config, listening: Ports): Promise<void> {
  try {
    makeDataFolder(config.data);
    await writeFile(portsFile(config), JSON.stringify({ ...(await readNoted(config)), ...listening }));
  } catch {
    // Only a hint: a folder that cannot be written keeps no process from its work.
  }
}

/** The configuration with the ports that processes on this data folder have noted and still use. */
export async function withNotedPorts(config: Config): Promise<Config> {
  const noted = await readNoted(config);
  const used = async <N extends Listener['name']>(name: N): Promise<Config[N]> => {
    const listener = { ...config[name], port: noted[name] ?? config[name].port };
    return (await isBusy(listener)) ? listener : config[name];
  };
  return {
    ...config,
    trading: await used('trading'),
    partner: await used('partner'),
    metrics: await used('metrics'),
  };
}

/** Nothing where the file is missing, or was cut off by a full disk. */
async function readNoted(config: Config): Promise<Ports> {
  try {
    return JSON.parse(await readFile(portsFile(config), 'utf8')) as Ports;
  } catch {
    return {};
  }
}

export async function listen(app: FastifyInstance, { name, host, port }: Listener): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === 'EADDRINUSE' ? busyPorts([{ name, host, port }]) : error;
  }
}

function busyPorts(busy: readonly Listener[]): Error {
  const places = busy.map(({ host, port }) => `Port ${port} on ${host} is in use.`);
  const flags = list(busy.map(({ name }) => `--${name}-port`));
  const example =
    process.env['npm_lifecycle_event'] === 'start' ? ` (npm start -- --${busy[0]?.name}-port <port>)` : '';
  const [them, others] = busy.length === 1 ? ['it', 'another'] : ['them', 'others'];
  return new Error(
    `${places.join(' ')} Stop what uses ${them}, or choose ${others} with ${flags}${example}.`,
  );
}

const list = (items: string[]): string => new Intl.ListFormat('en-GB').format(items);

async function isBusy({ host, port }: { host: string; port: number }): Promise<boolean> {
  const server = createServer();
  try {
    await once(server.listen({ host, port }), 'listening');
  } catch (error) {
    // Other faults, such as an address of another machine, are reported by the service itself.
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  }
  server.close();
  await once(server, 'close');
  return false;
}
