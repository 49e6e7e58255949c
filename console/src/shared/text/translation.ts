/** What a catalogue of another language has: the same members and parameters, and other words. */
export type Translation<Texts> = Texts extends string
  ? string
  : Texts extends (...values: infer Values) => infer Said
    ? (...values: Values) => Translation<Said>
    : Texts extends object
      ? { readonly [Name in keyof Texts]: Translation<Texts[Name]> }
      : Texts;
