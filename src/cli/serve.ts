import { Option, type Command } from 'commander';
import { printConfig, refusedFlags, settings, type Setting } from '../config/index.ts';
import { fillDemoDesk, serve } from '../process/index.ts';
import { print, reportError, say } from './output.ts';
import { configOf, withDatabase } from './with-database.ts';

export function addServe(command: Command): void {
  command
    .option(
      '--demo-desk',
      'in demo mode: give an empty desk three months of history, withdrawals and conversions (npm start does so)',
    )
    .option('--print-config', 'print the effective configuration with secrets masked, and stop')
    .addHelpText('after', EXAMPLES);
  const flags = settings().flatMap(({ path, flag, schema }) =>
    path === 'data' || flag === undefined ? [] : [{ path, flag, schema }],
  );
  for (const { flag, schema } of flags) {
    const shown = JSON.stringify(schema.default);
    command.option(`${flag} <value>`, `${schema.description ?? ''}${shown === '""' ? '' : ` [${shown}]`}`);
  }
  for (const [flag, setting] of refusedFlags()) {
    const refuse = (): never => {
      throw new Error(noFlag(flag, setting));
    };
    command.addOption(new Option(`${flag} [value]`).hideHelp().argParser(refuse).preset(''));
  }
  command.action(async (options: Record<string, unknown>) => {
    rejectFlagsTakenByNpm(process.env);
    const given = flags.flatMap(({ path, flag }) => {
      const value = options[optionName(flag)];
      return typeof value === 'string' ? [[path, value]] : [];
    });
    const config = configOf(command, Object.fromEntries(given) as Record<string, string>);
    if (options['printConfig'] === true) {
      print(printConfig(config));
      return;
    }
    const signalled = new AbortController();
    const fillsDesk = options['demoDesk'] === true && config.demo && config.roles.includes('trading');
    const starting = serve(config, say, signalled.signal, { fillsDesk });
    stopOnSignal(async () => {
      signalled.abort();
      const running = await starting.catch(() => undefined);
      await running?.stop();
    });
    await starting.catch((error: unknown) => {
      if (!signalled.signal.aborted) throw error;
    });
    if (fillsDesk) {
      await fillDemoDesk(config, signalled.signal).catch((error: unknown) => {
        if (!signalled.signal.aborted) say(`The desk of the demo could not be filled: ${String(error)}`);
      });
    }
  });
}

export function addMigrate(command: Command): void {
  command.action(() =>
    withDatabase(command, async (_context, { place }) => say(`The database is up to date: ${place}.`), {
      mayCreate: true,
    }),
  );
}

/** npm takes flags before `--` for its own and passes on only their names, in the environment. */
export function rejectFlagsTakenByNpm(env: NodeJS.ProcessEnv): void {
  if (env['npm_lifecycle_event'] !== 'start') return;
  for (const [flag, setting] of refusedFlags())
    if (npmVariable(flag) in env) throw new Error(noFlag(flag, setting));
  const flag = settings().find((setting) => setting.flag && npmVariable(setting.flag) in env)?.flag;
  if (flag === undefined) return;
  const value = env[npmVariable(flag)];
  const shown = value === undefined || value === 'true' ? '<value>' : value;
  throw new Error(`npm keeps ${flag} for itself. Write: npm start -- ${flag} ${shown}`);
}

const noFlag = (flag: string, { path, env, secret }: Setting): string =>
  `${flag} is not a flag${secret ? ', because others on this machine could read it' : ''}. ` +
  `Set ${env} in the environment, or ${path} in the configuration file.`;

const npmVariable = (flag: string): string => `npm_config_${flag.slice(2).replaceAll('-', '_')}`;

/** How commander names the value of a flag: `--trading-port` gives `tradingPort`. */
const optionName = (flag: string): string =>
  flag.slice(2).replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const onSignal = (): void => {
    if (stopping) process.exit(130);
    stopping = true;
    say('Stopping: waiting for requests and jobs in progress. Press Ctrl-C again to stop at once.');
    stop().then(
      () => process.exit(0),
      (error: unknown) => process.exit(reportError(error)),
    );
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
}

const EXAMPLES = `
Every setting can be in the configuration file (trading.port) and nearly every one in the
environment (QUAESTOR_TRADING_PORT): see docs/configuration.md. Flags override the
environment, which overrides the file.

Examples:
  quaestor serve                                    everything on this machine, for a first look
  quaestor serve --config quaestor.yaml             as configured
  quaestor serve --roles worker                     only background jobs
  quaestor serve --roles trading --trading-port 80  only the trading service`;
