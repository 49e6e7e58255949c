/** Of the types of the console's own project, because parts of it run in a browser. */
const measure: string = '../console/tests/measure.ts';
await import(measure);
