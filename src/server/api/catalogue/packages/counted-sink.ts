/** Writes at most the declared number of bytes to a sink, and records whether an error came from the sink itself. */
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
    if (this.#written + chunk.length > this.#promised) throw new RangeError('more bytes than declared')
    this.#written += chunk.length
    try {
      await this.#writer.write(chunk)
    } catch (reason) {
      this.#failure = { reason }
      throw reason
    }
  }
}
