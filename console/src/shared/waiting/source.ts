import type { Path, Place } from '../link/index.ts';

/** Something that waits for the person. */
export interface Item {
  readonly id: string;
  /** Tells it from others of its kind. */
  readonly about: string;
  /** The person who asked for it, where there is one. */
  readonly by?: string;
  readonly at: string;
  /** Where the person acts on it. */
  readonly place: Place;
}

export interface Found {
  /** How many wait, where these are not all. */
  readonly count?: number;
  readonly items: readonly Item[];
}

/** A kind of things that wait for people. */
export interface Source {
  /** Tells it from the other sources of its face. */
  readonly id: string;
  /** What one of them is. */
  readonly what: string;
  /** The link to all of them. */
  readonly all: string;
  /** The noun whose changes make it out of date. */
  readonly noun: string;
  /** Those without this scope cannot act on it. */
  readonly scope: string;
  /** The screen whose entry in the navigation counts them. */
  readonly screen: Path;
  /** Where all of them are. */
  readonly place: Place;
  readonly everyMs?: number;
  readonly read: (reader: { readonly login: string; readonly signal: AbortSignal }) => Promise<Found>;
}
