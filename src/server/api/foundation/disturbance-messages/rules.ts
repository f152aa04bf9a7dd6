interface Period {
  fromAt: Date | null
  toAt: Date | null
}

/**
 * Whether a message is shown at `now`: from its start until just before its end; an empty bound is open (spec G-058).
 */
export const isCurrent = ({ fromAt, toAt }: Period, now: Date) => (!fromAt || fromAt <= now) && (!toAt || now < toAt)
