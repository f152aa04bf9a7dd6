const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Serializes a file by name, size and date, since it has no text of its own. */
const serializeFile = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

/**
 * Wraps a write so that it keeps one idempotency key until it succeeds or its input changes. Inputs are compared as
 * JSON, with files by name, size and date. Retrying it unchanged after a lost answer writes once. A failure is passed
 * on to the caller, a refusal keeps the key too. The key is held in memory, so a reload begins with a new one.
 */
export function withIdempotencyKey<Input, Answer>(write: (input: Input, key: string) => Promise<Answer>) {
  let pending = { text: '', key: '' }
  return async (input: Input): Promise<Answer> => {
    const text = JSON.stringify(input, serializeFile)
    if (pending.text !== text) pending = { text, key: newKey() }
    const answer = await write(input, pending.key)
    pending = { text: '', key: '' }
    return answer
  }
}
