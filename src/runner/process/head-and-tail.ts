/** Keeps the beginning and the end of an output in bounded memory, and says how much lies between. */
export class HeadAndTail {
  readonly #half: number;
  #head: Buffer[] = [];
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #total = 0;

  /** `maxBytes` of output are kept; a line that says what was cut comes on top. */
  constructor(maxBytes: number) {
    this.#half = Math.max(1, Math.floor(maxBytes / 2));
  }

  add(chunk: Buffer): void {
    this.#total += chunk.length;
    const room = this.#half - this.#headBytes;
    if (room > 0) {
      this.#head.push(Buffer.from(chunk.subarray(0, room)));
      this.#headBytes += Math.min(room, chunk.length);
    }
    if (chunk.length > room) this.#addToTail(chunk.subarray(Math.max(0, room)));
  }

  #addToTail(chunk: Buffer): void {
    // A copy: a view would keep its whole chunk alive.
    this.#tail.push(Buffer.from(chunk));
    this.#tailBytes += chunk.length;
    // At most twice the half is held, so that joining costs little per byte.
    if (this.#tailBytes > 2 * this.#half) this.#trim();
  }

  #trim(): Buffer {
    const joined = Buffer.concat(this.#tail);
    const kept = Buffer.from(joined.subarray(Math.max(0, joined.length - this.#half)));
    this.#tail = [kept];
    this.#tailBytes = kept.length;
    return kept;
  }

  result(): { readonly text: string; readonly bytes: number; readonly cut: boolean } {
    const tail = this.#trim();
    const between = this.#total - this.#headBytes - tail.length;
    const gap = between > 0 ? `\n[... ${between} bytes cut ...]\n` : '';
    const head = Buffer.concat(this.#head).toString('utf8');
    // Across no gap, a character may lie half in the head: join the bytes, not the texts.
    const text =
      gap === '' ? Buffer.concat([...this.#head, tail]).toString('utf8') : `${head}${gap}${tail.toString('utf8')}`;
    return { text, bytes: this.#total, cut: between > 0 };
  }
}
