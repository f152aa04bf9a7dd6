const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')

/** Of a file its identity: it has no text of its own. */
const named = (_: string, value: unknown) =>
  value instanceof File ? [value.name, value.size, value.lastModified] : value

/**
 * Makes a write under one key until it has succeeded: what is sent again unchanged, because its answer was lost, is the
 * same write and is made once.
 */
export function repeatable<Given, Answer>(write: (given: Given, key: string) => Promise<Answer>) {
  let pending = { text: '', key: '' }
  return async (given: Given): Promise<Answer> => {
    const text = JSON.stringify(given, named)
    if (pending.text !== text) pending = { text, key: newKey() }
    const answer = await write(given, pending.key)
    pending = { text: '', key: '' }
    return answer
  }
}
