import { ServerResponse } from 'node:http';

/** How Node itself writes a head, which its types do not tell of. */
interface HeadWriter {
  readonly _storeHeader: (this: ServerResponse, firstLine: string, headers: readonly string[]) => void;
}

const { _storeHeader } = ServerResponse.prototype as unknown as HeadWriter;

/** Node goes by these itself. */
const NODES_OWN = new Set(['connection', 'content-length']);
/** What would end a header, or cannot be sent at all. */
const UNFIT = /[^\t\x20-\x7e\x80-\xff]/;

/**
 * An answer whose headers are written as lines. Node would check the name and the value of each header of each answer
 * and join them one by one; here names are known to be good, and most lines are ready.
 */
export class FramedResponse extends ServerResponse {
  #lines = '';

  /** `lines` are those of the frame; `own` are names and values in turn that Node has to know. */
  writeLines(status: number, lines: string, headers: Readonly<Record<string, string>>, own: string[]): void {
    let all = lines;
    for (const name in headers) {
      const value = headers[name] ?? '';
      if (UNFIT.test(value)) throw new TypeError(`HTTP cannot carry what ${name} says.`);
      if (NODES_OWN.has(name)) own.push(name, value);
      else all += `${name}: ${value}\r\n`;
    }
    this.#lines = all;
    this.writeHead(status, own);
  }

  _storeHeader(firstLine: string, headers: readonly string[]): void {
    _storeHeader.call(this, firstLine + this.#lines, headers);
  }
}
