import type { Deprecation, HeaderDeclaration } from './endpoint.ts';

/** RFC 9745, RFC 8594 and RFC 8288. */
export const deprecationHeaders = ({ since, until, instead }: Deprecation): Record<string, string> => ({
  deprecation: `@${Date.parse(since) / 1000}`,
  sunset: new Date(until).toUTCString(),
  link: `<${instead}>; rel="successor-version"`,
});

export const DEPRECATION_DECLARATIONS: Readonly<Record<string, HeaderDeclaration>> = {
  deprecation: { description: 'Since when another operation should be used.', example: '@1798761600' },
  sunset: { description: 'Until when this one is served.', example: 'Sat, 01 Jan 2028 00:00:00 GMT' },
  link: {
    description: 'The path to use instead.',
    example: '</trade/v1/conversions/{id}/cancel>; rel="successor-version"',
  },
};
