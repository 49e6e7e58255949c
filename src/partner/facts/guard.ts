/** What another module depends on in the facts of a kind, and refuses to see changed. */
export interface Guard {
  readonly kind: string;
  /** A select of the line, field and reason of each refusal, from the lines in `batch` and the tables as they are. */
  readonly refuse: string;
}
