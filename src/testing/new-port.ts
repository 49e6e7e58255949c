import { freePort } from '../platform/local/index.ts';

let ports = 0;

/** A port that nothing listens on, and that no other process of the tests chooses. */
export const newPort = (): Promise<number> => freePort(ports++);
