/**
 * Turns a network failure into a TypeError with the text that the page includes; without that text it returns the
 * failure itself. A browser's own message ("Failed to fetch") helps no reader.
 */
export function toNetworkError(cause: unknown): unknown {
  const json = globalThis.document?.getElementById('texts')?.textContent
  const [texts] = Object.values(JSON.parse(json || '{}') as Record<string, { common?: Record<string, string> }>)
  const message = texts?.common?.['networkFailed']
  return message ? new TypeError(message, { cause }) : cause
}
