interface Born {
  id: number
  /** `yyyy-MM-dd`; empty: not in the register. */
  birthOn: string | null
}

/** The last date of birth of somebody who is 18 on that day. */
const cameOfAgeOn = (today: Date) => `${today.getUTCFullYear() - 18}${today.toISOString().slice(4, 10)}`

const isOfAge = (person: Born, today: Date) => person.birthOn !== null && person.birthOn <= cameOfAgeOn(today)

/** Gaps G-070: an unknown date of birth makes neither a guardian nor an adult child. */
export function refuseLink(adult: Born, child: Born, today: Date) {
  if (adult.id === child.id) return 'guardian_of_self'
  if (!isOfAge(adult, today)) return 'guardian_not_adult'
  if (isOfAge(child, today)) return 'guardian_of_adult'
  return null
}

/** A link is believed from the child and from those who look after the child, never from the adult alone. */
export const mayConfirm = (actorId: number, childId: number, looksAfterChild: boolean) =>
  actorId === childId || looksAfterChild
