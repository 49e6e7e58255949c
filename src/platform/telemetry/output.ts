import { pino } from 'pino';

const BUFFER_BYTES = 8_192;
const FLUSH_EVERY_MS = 250;
/** Lines beyond it are dropped, so that an output that takes nothing does not take the memory. */
const MOST_BUFFERED_BYTES = 16 << 20;

/**
 * The output that logs are written to. Where it is a file on a full disk, that neither ends the process nor keeps it from
 * ending, and what is buffered is written when there is room again.
 */
export function openOutput(fd = 1) {
  const output = pino.destination({
    dest: fd,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MOST_BUFFERED_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
  });
  let isFailing = false;
  output.on('error', () => (isFailing = true));
  output.on('write', () => (isFailing = false));
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    // It would try again without end.
    if (!isFailing) flush();
  };
  return output;
}
