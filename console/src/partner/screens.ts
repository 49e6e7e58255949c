import type { Screen } from '../shared/desk/index.ts';
import { overview } from './overview/screens.ts';

export const screens: readonly Screen[] = [...overview];
