import type { Capability } from '../../capabilities.ts';

/** Declares cases if the venue has the capability that they are about. */
export type Given = (capability: Capability, declare: () => void) => void;
