import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';

/** One bundle for each service: a partner never loads code of the trading desk. */
export const FACES = ['trading', 'partner'];

/**
 * What the build and the development server of a face share.
 * @param {string} face
 * @returns {import('vite').InlineConfig}
 */
export function faceConfig(face) {
  return {
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'src', face),
    base: '/console/',
    plugins: [react()],
    // The SDK from its sources, so that it need not be built before.
    resolve: { conditions: ['source', ...defaultClientConditions] },
  };
}
