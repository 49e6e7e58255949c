export { clickhouseEngine } from './engine.ts';
export { publish } from './publish.ts';
export { rebuildServed } from './rebuild.ts';
export { retire } from './retire.ts';
export { Sink } from './sink.ts';
export { selectPublished } from './store.ts';
