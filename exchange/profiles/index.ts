import { aurora } from './aurora.ts';
import { borealis } from './borealis.ts';
import { cumulus } from './cumulus.ts';
import type { Profile } from './profile.ts';

export type { Pace, Profile } from './profile.ts';

export const PROFILES: Readonly<Record<string, Profile>> = { aurora, borealis, cumulus };
