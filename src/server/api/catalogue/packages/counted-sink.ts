/** Passes on at most the promised bytes, and remembers whether it was the sink itself that failed. */
export class CountedSink {
  readonly writable: WritableStream<Uint8Array>
  #writer: WritableStreamDefaultWriter<Uint8Array>
  #promised: number
  #written = 0
  #failure: { reason: unknown } | null = null

  constructor(sink: WritableStream<Uint8Array>, promised: number) {
    this.#writer = sink.getWriter()
    this.#promised = promised
    this.writable = new WritableStream({ write: (chunk) => this.#write(chunk) })
  }

  async close(): Promise<void> {
    await this.#writer.close()
  }

  async abort(reason: unknown): Promise<void> {
    await this.#writer.abort(reason).catch(() => undefined)
  }

  throwIfFailed(): void {
    if (this.#failure) throw this.#failure.reason
  }

  async #write(chunk: Uint8Array): Promise<void> {
    if (this.#written + chunk.length > this.#promised) throw new RangeError('more bytes than promised')
    this.#written += chunk.length
    try {
      await this.#writer.write(chunk)
    } catch (reason) {
      this.#failure = { reason }
      throw reason
    }
  }
}
