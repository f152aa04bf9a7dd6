/** What this isolate has seen, by key, and at most so many; what was seen longest ago is forgotten first. */
export class Seen<Value> {
  readonly #values = new Map<string, Value>()
  readonly #atMost: number

  constructor(atMost: number) {
    this.#atMost = atMost
  }

  get(key: string): Value | undefined {
    return this.#values.get(key)
  }

  see(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    const [oldest] = this.#values.keys()
    if (this.#values.size > this.#atMost && oldest !== undefined) this.#values.delete(oldest)
  }

  forget(key: string): void {
    this.#values.delete(key)
  }
}
