/** The section of the OpenAPI document. */
export const AUTH_TAG = 'Authentication';
