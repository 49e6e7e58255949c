import findMyWay from 'find-my-way';
import { Type } from 'typebox';
import { noFieldErrors, Recent, textChecker, type FieldErrors } from '../../kernel/index.ts';
import type { Route } from './call.ts';
import type { Endpoint } from './endpoint.ts';

/** Where a request goes, and what its path and query say in their declared types. */
export interface Address {
  readonly route: Route;
  readonly params: unknown;
  readonly query: unknown;
  readonly errors: Readonly<FieldErrors>;
}

interface Entry {
  readonly route: Route;
  readonly read: (params: unknown, query: unknown) => Omit<Address, 'route'>;
}

const NOTHING = Type.Object({}, { additionalProperties: false });
const REMEMBERED = 1_000;
const LONGEST_REMEMBERED = 512;

/** Knows the endpoints by their addresses. Those that are asked for again and again are read only once. */
export class Directory {
  readonly #router: ReturnType<typeof findMyWay>;
  readonly #recent = new Recent<Address>(REMEMBERED);

  constructor({ ignoreTrailingSlash }: { readonly ignoreTrailingSlash: boolean }) {
    this.#router = findMyWay({ ignoreTrailingSlash, maxParamLength: 256 });
  }

  add(endpoint: Endpoint, route: Route): void {
    const entry: Entry = { route, read: addressReader(endpoint) };
    this.#router.on(endpoint.method, endpoint.path, () => {}, entry);
  }

  find(method: string, url: string): Address | undefined {
    if (method !== 'GET' && method !== 'HEAD') return this.#read(method, url);
    const known = this.#recent.get(url);
    if (known !== undefined) return known;
    const address = this.#read('GET', url);
    if (address && url.length <= LONGEST_REMEMBERED) this.#remember(url, address);
    return address;
  }

  #read(method: string, url: string): Address | undefined {
    const found = this.#router.find(method as 'GET', url);
    if (found === null) return undefined;
    const { route, read } = found.store as Entry;
    return { route, ...read(found.params, found.searchParams) };
  }

  /** Many calls share it from now on, so that none may change it. */
  #remember(url: string, address: Address): void {
    for (const said of [address.params, address.query] as object[]) {
      Object.values(said).forEach(Object.freeze);
      Object.freeze(said);
    }
    this.#recent.set(url, address);
  }
}

function addressReader(endpoint: Endpoint): Entry['read'] {
  const readParams = textChecker(endpoint.params ?? NOTHING);
  const readQuery = textChecker(endpoint.query ?? NOTHING);
  return (params, query) => {
    const errors = noFieldErrors();
    return { params: readParams(params, errors), query: readQuery(query, errors), errors };
  };
}
