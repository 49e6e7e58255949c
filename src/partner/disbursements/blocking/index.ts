export { blockPartner } from './block.ts';
export { blockEndpoints } from './routes.ts';
export { insertBlock, selectBlocks, type BlockRow } from './store.ts';
