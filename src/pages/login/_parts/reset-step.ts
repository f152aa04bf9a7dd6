/** The steps of resetting a password. */
export type ResetStep = 'name' | 'channel' | 'code' | 'done'

interface SubmittedStep {
  /** The step whose form was submitted; empty before the first. */
  sent: string
  /** Whether the form was accepted. */
  isDone: boolean
  /** Whether the URL or the form has the token of a link. */
  hasToken: boolean
}

const followers: Readonly<Record<string, ResetStep>> = { name: 'channel', channel: 'code', code: 'done' }

/**
 * Returns the step to show: the next one after an accepted form. After a refused or no form it is `code` with a token
 * or a refused code, and otherwise `name`, also after a refused `channel`.
 */
export function nextResetStep({ sent, isDone, hasToken }: SubmittedStep): ResetStep {
  if (isDone) return followers[sent] ?? 'name'
  return hasToken || sent === 'code' ? 'code' : 'name'
}
