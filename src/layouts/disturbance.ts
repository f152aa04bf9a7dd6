/** What the portal knows of a disturbance. A failed question leaves what was known before. */
export interface Disturbance {
  status: 'loading' | 'success' | 'error'
  everLoaded: boolean
  content: string
  error: string | null
}

/** The server has rendered the first answer, unless there is none. */
export const startOf = (rendered: string | null): Disturbance => ({
  status: 'loading',
  everLoaded: false,
  content: rendered ?? '',
  error: null,
})

export function changedDisturbance(before: Disturbance, answer: { content: string } | null | Error): Disturbance {
  if (answer instanceof Error) return { ...before, status: 'error', error: answer.message }
  return { status: 'success', everLoaded: true, content: answer?.content ?? '', error: null }
}

/** Fixed text: the configuration or the message itself could not be fetched (spec ERR-06). */
export const unknownFailure = 'An unknown error occured.'

/** The text of the banner; null hides it. A message that is known says more than the failure beside it. */
export function disturbanceText(
  current: { content: string } | null | 'failed',
  isConfigurationMissing: boolean,
): string | null {
  const message = current === 'failed' ? null : current?.content
  return message ?? (current === 'failed' || isConfigurationMissing ? unknownFailure : null)
}
