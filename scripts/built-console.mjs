/** Before the tests in a browser: they see the console that is built of these very sources. */
export { ensureConsole as setup } from './ensure.mjs';
