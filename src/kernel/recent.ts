/**
 * Remembers what was used lately, at least `size` and less than twice as many. A hit among the newer half
 * writes nothing, which makes it cheaper than keeping an exact order of use.
 */
export class Recent<Value> {
  readonly #size: number;
  #newer = new Map<string, Value>();
  #older = new Map<string, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  get(key: string): Value | undefined {
    const newer = this.#newer.get(key);
    if (newer !== undefined) return newer;
    const older = this.#older.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#newer.size >= this.#size) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(key, value);
  }
}
