import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defaultClientConditions } from 'vite';

/** One bundle for each service: a partner never loads code of the trading desk. */
export const FACES = ['trading', 'partner'];

/** The sources are in the first language. Each other one is a bundle of its own, with other catalogues. */
export const LANGUAGES = ['en', 'de'];

/**
 * What the build and the development server of a face share.
 * @param {string} face
 * @param {string} language
 * @returns {import('vite').InlineConfig}
 */
export function faceConfig(face, language) {
  return {
    configFile: false,
    logLevel: 'warn',
    root: join(import.meta.dirname, 'src', face),
    base: '/console/',
    // The service worker and icons, under names that stay.
    publicDir: join(import.meta.dirname, 'src/shared/public'),
    plugins: [...(language === LANGUAGES[0] ? [] : [translate(language)]), react()],
    // The SDK from its sources, so that it need not be built before.
    resolve: { conditions: ['source', ...defaultClientConditions] },
  };
}

/**
 * Takes `texts.de.ts` wherever `texts.ts` is imported, and says the language of the page.
 * @param {string} language
 * @returns {import('vite').Plugin}
 */
const translate = (language) => ({
  name: 'translate',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (!source.endsWith('texts.ts')) return null;
    const translated = source.replace(/\.ts$/, `.${language}.ts`);
    return this.resolve(translated, importer, { ...options, skipSelf: true });
  },
  transformIndexHtml: (html) => html.replace('<html lang="en">', `<html lang="${language}">`),
});
