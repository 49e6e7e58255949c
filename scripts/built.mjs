/** Before the first test: those that start the program start what is built of these very sources. */
export { ensureBuilt as setup } from './ensure.mjs';
