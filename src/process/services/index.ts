export { openServiceAuth } from './auth.ts';
export { checkPorts, findBusyPorts, withNotedPorts } from './ports.ts';
export { startServices } from './start.ts';
