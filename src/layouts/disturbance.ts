/** State of the disturbance message in the browser. A failed request keeps the previous content. */
export interface Disturbance {
  status: 'loading' | 'success' | 'error'
  hasLoaded: boolean
  content: string
  error: string | null
}

/** Creates the state, still loading, from the message that the server rendered; null is an empty message. */
export const createDisturbance = (rendered: string | null): Disturbance => ({
  status: 'loading',
  hasLoaded: false,
  content: rendered ?? '',
  error: null,
})

/**
 * Returns the state after an answer or an error of the server. An error keeps the message and adds its text; null
 * removes the message. An answer clears an earlier error.
 */
export function updateDisturbance(before: Disturbance, answer: { content: string } | null | Error): Disturbance {
  if (answer instanceof Error) return { ...before, status: 'error', error: answer.message }
  return { status: 'success', hasLoaded: true, content: answer?.content ?? '', error: null }
}

/** Fixed text for a configuration or a message that could not be fetched (spec ERR-06). */
export const unknownFailure = 'An unknown error occured.'

/**
 * Returns the text of the banner; null hides it. A message takes precedence, even an empty one. Without one, a fetch
 * that has failed or a missing configuration gives `unknownFailure`, in English for every reader.
 */
export function disturbanceText(
  current: { content: string } | null | 'failed',
  isConfigurationMissing: boolean,
): string | null {
  const message = current === 'failed' ? null : current?.content
  return message ?? (current === 'failed' || isConfigurationMissing ? unknownFailure : null)
}
