/** How an exchange words its codes, and those that must never be believed. */
export interface Doubts {
  /**
   * Codes that leave open what became of a request, or say that it came before: time-outs, internal errors, repeated ids.
   * From the exchange's documentation.
   */
  readonly codes: readonly string[];
  /** Every form in which a code may stand in an answer, with the code that our profile must read from it. */
  readonly word: (code: string) => readonly Worded[];
}

export type Worded = readonly [code: string, body: object];
