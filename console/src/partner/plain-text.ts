/** A description of the API without the marks of its code. */
export const plainText = (description: string): string => description.replaceAll('`', '');
