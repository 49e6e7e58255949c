import type { Readable } from 'node:stream';

/** Whole rows, joined. Their bytes are good until the next block is asked for, and any thread may read them. */
export interface Block {
  readonly bytes: Uint8Array;
  readonly rows: number;
}

const BLOCK_BYTES = 128 * 1024;
/** One is used, one is full, and one is being filled. */
const BLOCKS = 3;

const makeBlock = (bytes: number): Buffer => Buffer.from(new SharedArrayBuffer(bytes));

const sleepOn = (): void => {};

/**
 * Each piece of the source is one row; written one by one they would cost more than all the rest. Between two blocks
 * the event loop goes round: rows that are there already would otherwise be taken by the megabyte, and others wait.
 */
export async function* inBlocks(source: Readable): AsyncGenerator<Block, void, undefined> {
  const blocks = Array.from({ length: BLOCKS }, () => makeBlock(BLOCK_BYTES));
  const full: Block[] = [];
  let [block = makeBlock(BLOCK_BYTES)] = blocks;
  let used = 0;
  let rows = 0;
  let closed = 0;
  let ended = false;
  let failure: Error | undefined;
  let wake = sleepOn;
  const close = (): void => {
    full.push({ bytes: block.subarray(0, used), rows });
    closed += 1;
    block = blocks[closed % BLOCKS] ?? block;
    used = 0;
    rows = 0;
  };
  source.on('data', (row: Buffer) => {
    if (used + row.length > block.length) {
      close();
      if (row.length > block.length) block = makeBlock(row.length);
      source.pause();
      wake();
    }
    used += row.copy(block, used);
    rows += 1;
  });
  source.once('end', () => {
    ended = true;
    // postgres.js pauses its socket when rows pile up, and forgets to go on when they end meanwhile.
    source._read(0);
    close();
    wake();
  });
  source.once('error', (error) => {
    failure = error;
    wake();
  });
  for (;;) {
    if (failure) throw failure;
    const next = full.shift();
    if (next) {
      setImmediate(() => source.resume());
      yield next;
    } else if (ended) return;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
