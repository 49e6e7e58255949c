import { hash } from 'node:crypto';
import { DEPTH, type AggregationRequest, type FeeStrategy } from '../order-book/index.ts';
import { marksOf } from './mark.ts';
import type { BookSource } from './source.ts';

export interface Answer {
  readonly body: Buffer;
  readonly etag: string;
}

interface Kept extends Answer {
  readonly request: AggregationRequest;
  /** The market version for which this was last valid. */
  version: number;
}

const MAX_KEPT = 20;
/** Larger answers are not cached; their tag is a digest. */
const MAX_KEPT_BYTES = 65_536;

/** The printed aggregated books of one market. Each is printed once per version of the market. */
export class Answers {
  readonly #source: BookSource;
  /** The newest is last. */
  readonly #kept: Kept[] = [];

  constructor(source: BookSource) {
    this.#source = source;
  }

  /** The tag changes only with the bytes. */
  aggregated(request: AggregationRequest): Answer {
    const { version, epoch } = this.#source;
    const kept = this.#kept.find((known) => isSame(known.request, request));
    if (kept?.version === version) return kept;
    const body = Buffer.from(this.#print(request), 'latin1');
    if (kept?.body.equals(body)) {
      kept.version = version;
      return kept;
    }
    if (body.length > MAX_KEPT_BYTES) return { body, etag: `"${hash('sha256', body)}"` };
    const answer = { request, body, etag: `"${epoch}.${version}"`, version };
    if (kept || this.#kept.length === MAX_KEPT) this.#kept.splice(kept ? this.#kept.indexOf(kept) : 0, 1);
    this.#kept.push(answer);
    return answer;
  }

  /** One book for each venue, in the order of their codes. */
  perVenue(depth: number | undefined, feeStrategy: FeeStrategy | undefined): string {
    const { listings, printer, polledAtMs } = this.#source;
    const nowMs = this.#source.nowMs();
    const books = listings.map((listing) => {
      const { venue, account: venueAccount, isLive, isOpenForTrading } = listing;
      const type = isLive && isOpenForTrading ? 'FIRM' : 'INDICATIVE';
      const book = this.#source.bookOf(listing, { depth, feeStrategy });
      const atMs = polledAtMs.get(venue);
      const marks = atMs === undefined ? undefined : { polledAt: new Date(atMs), ageMs: nowMs - atMs };
      return printer.book({ ...book, venue, venueAccount, type, marks }, book);
    });
    return `[${books.join(',')}]`;
  }

  #print(request: AggregationRequest): string {
    const book = this.#source.aggregate(request);
    const marks = marksOf(this.#source, book);
    return this.#source.printer.book({ ...book, venue: null, marks }, book);
  }
}

const isSame = (a: AggregationRequest, b: AggregationRequest): boolean =>
  a.type === b.type && a.feeStrategy === b.feeStrategy && depthOf(a) === depthOf(b);

const depthOf = ({ depth = DEPTH.default }: AggregationRequest): number => depth;

/** Equal for requests with the same answer. */
export const keyOf = (request: AggregationRequest): string =>
  `${request.type} ${request.feeStrategy} ${depthOf(request)}`;
