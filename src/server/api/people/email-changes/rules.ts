/** Hours within which a new address is confirmed. */
export const hoursToConfirm = 48

/** Hours during which passwords are not reset by mail after somebody else has changed the address. */
export const restHours = 72

/** Days for which a change is kept after it was requested. */
export const daysKept = 90

export const hoursAfter = (moment: Date, hours: number) => new Date(moment.getTime() + hours * 3_600_000)

export const restsUntil = (confirmedAt: Date) => hoursAfter(confirmedAt, restHours)

export interface Settled {
  requestedByUserId: number
  userId: number
  previousEmail: string | null
  confirmedAt: Date | null
  withdrawnAt: Date | null
  objectedAt: Date | null
}

export const isByAnother = ({ requestedByUserId, userId }: Pick<Settled, 'requestedByUserId' | 'userId'>) =>
  requestedByUserId !== userId

/** The reader of the previous address stops what another person has changed, until the rest is over. */
export function mayObject(change: Settled, now: Date): boolean {
  if (!isByAnother(change) || !change.previousEmail || change.withdrawnAt || change.objectedAt) return false
  return change.confirmedAt === null || restsUntil(change.confirmedAt) > now
}
