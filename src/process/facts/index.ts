export { withFactCommands, withLog, type FactCommands } from './commands.ts';
export { withFacts } from './open.ts';
export { startFacts } from './start.ts';
