/** Hours for confirming a new e-mail address. */
export const hoursToConfirm = 48

/** Hours of the reset hold: passwords are not reset by mail after another person has changed the e-mail address. */
export const resetHoldHours = 72

/** Days for which a change is stored after it was requested. */
export const retentionDays = 90

/** Returns the moment so many hours later. */
export const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000)

/** Returns the end of the reset hold of a change: 72 hours after it was confirmed. */
export const getResetHoldEnd = (confirmedAt: Date) => hoursAfter(confirmedAt, resetHoldHours)

export interface EmailChangeState {
  requestedByUserId: number
  userId: number
  previousEmail: string | null
  confirmedAt: Date | null
  withdrawnAt: Date | null
  objectedAt: Date | null
  fromRegister: boolean
}

/** True when another person than the owner has requested the change, or the federation's register made it. */
export const isByAnother = ({
  requestedByUserId,
  userId,
  fromRegister,
}: Pick<EmailChangeState, 'requestedByUserId' | 'userId' | 'fromRegister'>) =>
  fromRegister || requestedByUserId !== userId

/**
 * True when the owner of the previous e-mail address may stop the change: another person made it, and the reset hold is
 * not over, or the change not even confirmed. False once it is withdrawn or stopped.
 */
export function canObject(change: EmailChangeState, now: Date): boolean {
  if (!isByAnother(change) || !change.previousEmail || change.withdrawnAt || change.objectedAt) return false
  return change.confirmedAt === null || getResetHoldEnd(change.confirmedAt) > now
}
