import type { RegisterStatus } from '#api/people/register/contract.ts'

/** Whether the register is being read or its rows applied. */
export const isRunning = ({ run }: RegisterStatus) => run?.state === 'reading' || run?.state === 'applying'

/** Milliseconds after which a read that has not begun is no longer waited for; a read without settings never begins. */
const maxWait = 120_000

/**
 * A read that was started. `before` is when the latest read before it began, null for none; `since` is when it was
 * started, in epoch milliseconds.
 */
export interface AwaitedRead {
  before: Date | null
  since: number
}

/**
 * Whether there is nothing more to follow: no read is under way, and the awaited one, if any, has ended or has not
 * begun for two minutes. `now` is in epoch milliseconds.
 */
export function hasEnded(status: RegisterStatus, awaited: AwaitedRead | null, now: number): boolean {
  if (isRunning(status)) return false
  if (!awaited) return true
  return status.run?.started.getTime() !== awaited.before?.getTime() || now - awaited.since > maxWait
}
