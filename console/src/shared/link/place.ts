import type { PathParamOptions, RegisteredRouter, SearchParamOptions } from '@tanstack/react-router';

/** All but the one that catches what no other does. */
type AnyPath = Exclude<Extract<keyof RegisteredRouter['routesByPath'], string>, '/$'>;

/** Where a link leads: the path of a screen of this face, with the parameters that it takes. */
export type Place = {
  [To in AnyPath]: { readonly to: To } & PathParamOptions<RegisteredRouter, string, To> &
    SearchParamOptions<RegisteredRouter, string, To>;
}[AnyPath];

/** The path of a screen that needs no parameters. */
export type Path = Exclude<AnyPath, `${string}$${string}`>;
