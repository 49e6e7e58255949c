import type { Translation } from '../text/index.ts';
import type { texts as english } from './texts.ts';

export const texts: Translation<typeof english> = {
  unloaded: 'Dieser Teil konnte nicht geladen werden. Der Rest der Seite ist, wie Sie ihn verlassen haben.',
  retry: 'Noch einmal versuchen',
};
