export { openMarketData, type MarketData } from './open.ts';
export { liveRates } from './quote.ts';
export { marketDataEndpoints } from './routes.ts';
export { SymbolParams } from './schema.ts';
