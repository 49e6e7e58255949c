export { openMarketData, type MarketData } from './open.ts';
export { marketDataEndpoints } from './routes.ts';
