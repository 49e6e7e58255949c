import type { Capability } from '../../capabilities.ts';

/** Declares cases if the venue has their capability. */
export type Given = (capability: Capability, declare: () => void) => void;
