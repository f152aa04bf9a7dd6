/** The steps to a new password. */
export type ResetStep = 'name' | 'channel' | 'code' | 'done'

interface Sent {
  /** The step whose form was sent; empty before the first. */
  sent: string
  /** The form was accepted. */
  isDone: boolean
  /** The address or the form has the token of a link. */
  hasToken: boolean
}

const followers: Readonly<Record<string, ResetStep>> = { name: 'channel', channel: 'code', code: 'done' }

/** Returns the step to show: the next one after an accepted form, else the one that was refused. */
export function nextStep({ sent, isDone, hasToken }: Sent): ResetStep {
  if (isDone) return followers[sent] ?? 'name'
  return hasToken || sent === 'code' ? 'code' : 'name'
}
