import type { Page } from 'playwright-core';
import type { Desk } from '../testing/desk.ts';

/** What a screen is called, its address below `/console/`, and what is done there before its images are taken. */
export type Shot = readonly [name: string, path: string, act?: (page: Page, desk: Desk) => Promise<unknown>];

/** Ids by name. `{name}` in the address of a shot stands for the id, also in later stages. */
export type Ids = Readonly<Record<string, string>>;

export interface Stage {
  /** Who looks at the screens; nobody has signed in where this is missing. */
  readonly login?: string;
  /** Brings the desk to the state that the shots show. */
  readonly prepare?: (desk: Desk, page: Page) => Promise<Ids | void>;
  readonly shots: readonly Shot[];
}

/** The screens of one service, in the order in which their images are taken. */
export interface Face {
  readonly name: string;
  /** With which the product starts. */
  readonly roles: string;
  readonly urlOf: (desk: Desk) => string;
  /** Whether the browser has the day of the server; else it has a fixed one. */
  readonly isOfToday?: boolean;
  readonly stages: readonly Stage[];
}
