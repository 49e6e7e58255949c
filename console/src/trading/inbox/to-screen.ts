/** Who requested a withdrawal or voted on it cannot screen it. */
const PARTIES: ReadonlySet<string> = new Set(['OWN', 'VOTED']);

interface Page<Payment> {
  readonly content: readonly Payment[];
  readonly totalElements: number;
}

/** What the reader can screen of a page, and how many with those of other pages. */
export function toScreen<Payment extends { readonly cannotVote?: string | null }>({
  content,
  totalElements,
}: Page<Payment>) {
  const payments = content.filter(({ cannotVote }) => !PARTIES.has(cannotVote ?? ''));
  return { payments, count: totalElements - content.length + payments.length };
}
