export { operatorContext } from './context.ts';
export { openSecrets, requireData } from './data-folder.ts';
export { openDatabase, type OpenDatabase } from './database.ts';
export { partnerEndpoints, tradingEndpoints } from './endpoints.ts';
export { tradingEvents } from './events.ts';
export { withFactCommands, withLog, type FactCommands } from './fact-commands.ts';
export { withFacts } from './fact-store.ts';
export { serve } from './serve.ts';
export { configuredVenues } from './venues.ts';
