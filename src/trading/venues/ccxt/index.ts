export { connectCcxt } from './connect.ts';
export { tabulate, type ExchangeTerms } from './tabulate.ts';
