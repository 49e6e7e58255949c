import type { RouteComponent } from '@tanstack/react-router';

/** A screen of a noun. Its component loads when it is opened. */
export interface Screen {
  readonly path: string;
  /** Reads the state of the screen from its address, and leaves out what it does not know. */
  readonly validateSearch?: (search: Record<string, unknown>) => object;
  readonly component: RouteComponent;
}
