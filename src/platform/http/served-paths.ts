import type { Endpoint } from './endpoint.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
type Method = (typeof METHODS)[number];

/** A path and what can be done with it. */
interface ServedPath {
  readonly path: string;
  /** Matches the paths of requests. */
  readonly pattern: RegExp;
  readonly methods: ReadonlySet<Method>;
}

/** The paths of a service. */
export class ServedPaths {
  readonly #paths: readonly ServedPath[];

  constructor(endpoints: readonly Pick<Endpoint, 'path' | 'method'>[]) {
    const methods = new Map<string, Set<Method>>();
    for (const { path, method } of endpoints) {
      const those = methods.get(path) ?? new Set();
      methods.set(path, those.add(method));
      if (method === 'GET') those.add('HEAD');
    }
    this.#paths = [...methods]
      .map(([path, those]) => ({ path, pattern: patternOf(path), methods: those }))
      .sort((a, b) => (rankOf(a.path) < rankOf(b.path) ? -1 : 1));
  }

  /** The methods that the path of a request supports, in the form of `Allow`; undefined if there is no such path. */
  allowed(path: string): string | undefined {
    const found = this.#paths.find(({ pattern }) => pattern.test(path));
    return found && METHODS.filter((method) => found.methods.has(method)).join(', ');
  }

  /** The methods that a path lacks and that the router would take from a path with a parameter in its place. */
  *shadowed(): Iterable<{ readonly url: string; readonly method: Method[] }> {
    for (const { path, methods } of this.#paths) {
      const others = this.#paths.filter((other) => other.path !== path && other.pattern.test(path));
      const method = METHODS.filter(
        (each) => !methods.has(each) && others.some((one) => one.methods.has(each)),
      );
      if (method.length > 0) yield { url: path, method };
    }
  }
}

/** As the router does, fixed parts go before parameters, and those before the rest of a path. */
const rankOf = (path: string): string => path.replaceAll(/:\w+/g, '\uFFFE').replaceAll('*', '\uFFFF');

function patternOf(path: string): RegExp {
  const text = path
    .replace(/\/$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/:\w+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${text}/?$`);
}
