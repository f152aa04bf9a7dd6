/** A browser's own words for it ("Failed to fetch") tell nobody what to do; the page has brought better ones along. */
export function unreachable(cause: unknown): unknown {
  const texts = globalThis.document?.getElementById('texts')?.textContent
  const [brought] = Object.values(JSON.parse(texts || '{}') as Record<string, { common?: Record<string, string> }>)
  const message = brought?.common?.['networkFailed']
  return message ? new TypeError(message, { cause }) : cause
}
