import { useEffect, useState } from 'react'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import { isHeldBy } from '#api/catalogue/occasions/rules.ts'

const checkMs = 60_000

/**
 * Returns whether the day of an occasion has come, so that attendance can be registered. A list that is open at
 * midnight notices it within a minute.
 */
export function useIsHeld({ startDate }: Pick<ManagedOccasion, 'startDate'>): boolean {
  const [isHeld, setIsHeld] = useState(() => isHeldBy({ startDate }, new Date()))
  useEffect(() => {
    if (isHeld) return
    const timer = setInterval(() => setIsHeld(isHeldBy({ startDate }, new Date())), checkMs)
    return () => clearInterval(timer)
  }, [isHeld, startDate])
  return isHeld
}
