export { credit, type Crediting, type Payout } from './credit.ts';
export { prepareCrediting } from './prepare.ts';
