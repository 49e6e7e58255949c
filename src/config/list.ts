import type { TObject, TSchema } from 'typebox';
import { SETTINGS } from './settings.ts';

export interface Setting {
  /** `trading.port` */
  readonly path: string;
  /** `QUAESTOR_TRADING_PORT`; undefined for what only a file can hold. */
  readonly env: string | undefined;
  /** `--trading-port`; undefined for what nobody types. */
  readonly flag: string | undefined;
  readonly schema: TSchema & { readonly default?: unknown; readonly description?: string };
  readonly secret: boolean;
}

export function settings(schema: TObject = SETTINGS, prefix: readonly string[] = []): Setting[] {
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const path = [...prefix, name];
    if ('properties' in property) return settings(property as TObject, path);
    const annotations: Record<string, unknown> = { ...property };
    const isFileOnly = annotations['x-file-only'] === true;
    return [
      {
        path: path.join('.'),
        env: isFileOnly
          ? undefined
          : typeof annotations['x-env'] === 'string'
            ? annotations['x-env']
            : `QUAESTOR_${wordsOf(path).join('_').toUpperCase()}`,
        flag: annotations['x-flag'] === true ? flagOf(path) : undefined,
        schema: property,
        secret: annotations['x-secret'] === true,
      },
    ];
  });
}

/** Settings that can be given in the environment, by the flags that they would have. */
export const refusedFlags = (): Map<string, Setting> =>
  new Map(
    settings()
      .filter(({ env, flag }) => env !== undefined && flag === undefined)
      .map((setting) => [flagOf(setting.path.split('.')), setting]),
  );

const flagOf = (path: readonly string[]): string => `--${wordsOf(path).join('-')}`;

const wordsOf = (path: readonly string[]): string[] =>
  path.flatMap((part) => part.split(/(?=[A-Z])/)).map((word) => word.toLowerCase());
