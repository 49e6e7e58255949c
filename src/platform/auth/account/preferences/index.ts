export { readPreferences } from './read.ts';
export { savePreferences } from './save.ts';
export { Preferences } from './schema.ts';
