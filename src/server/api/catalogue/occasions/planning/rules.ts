interface Session {
  start: Date
  end: Date
}

/** Days of an occasion, or its whole time when it has none. */
interface BusyTime {
  startDate: Date
  endDate: Date
  sessions: readonly Session[]
}

const overlaps = (a: Session, b: Session) => a.start < b.end && b.start < a.end

/** True when an occasion lasts during one of the sessions. Those that only meet, one after the other, do not overlap. */
export function isBusyDuring({ startDate, endDate, sessions }: BusyTime, planned: readonly Session[]): boolean {
  const busy = sessions.length > 0 ? sessions : [{ start: startDate, end: endDate }]
  return busy.some((one) => planned.some((session) => overlaps(one, session)))
}
