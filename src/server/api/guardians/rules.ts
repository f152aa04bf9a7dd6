interface Born {
  id: number
  /** `yyyy-MM-dd`; empty: not in the register. */
  birthOn: string | null
}

const ageOfMajority = 18

/** Whole years on a day; both `yyyy-MM-dd`. Born on a leap day, one is a year older on the first of March. */
export function ageOn(birthOn: string, dayOn: string): number {
  const years = Number(dayOn.slice(0, 4)) - Number(birthOn.slice(0, 4))
  return dayOn.slice(5) < birthOn.slice(5) ? years - 1 : years
}

/** The last date of birth of somebody who is of age on that day. */
export const cameOfAgeOn = (dayOn: string) => `${Number(dayOn.slice(0, 4)) - ageOfMajority}${dayOn.slice(4)}`

const isOfAge = ({ birthOn }: Pick<Born, 'birthOn'>, dayOn: string) =>
  birthOn !== null && ageOn(birthOn, dayOn) >= ageOfMajority

/** An unknown birth date is treated as under age (gaps G-070); without an age nobody needs a guardian. */
export const mustHaveGuardian = (age: number | null, birthOn: string | null, dayOn: string): boolean =>
  age !== null && (birthOn === null || ageOn(birthOn, dayOn) < age)

/** Of age on the day; somebody from outside the federation only when an organiser says so (gaps G-070). */
export const mayStandAsGuardian = (
  adult: { birthOn: string | null; isExternal: boolean },
  dayOn: string,
  byOrganizer: boolean,
): boolean => isOfAge(adult, dayOn) && (byOrganizer || !adult.isExternal)

/** Gaps G-070: an unknown date of birth makes neither a guardian nor an adult child. */
export function refuseLink(adult: Born, child: Born, todayOn: string) {
  if (adult.id === child.id) return 'guardian_of_self'
  if (!isOfAge(adult, todayOn)) return 'guardian_not_adult'
  if (isOfAge(child, todayOn)) return 'guardian_of_adult'
  return null
}

export interface Trust {
  /** One of the office or an educator of the child. */
  looksAfterChild: boolean
  /** The adult is from outside the federation. */
  isAdultExternal: boolean
}

/** A link is believed from those who look after the child; from the child itself when the adult is of the federation. */
export const mayConfirm = (actorId: number, childId: number, { looksAfterChild, isAdultExternal }: Trust) =>
  looksAfterChild || (actorId === childId && !isAdultExternal)

/** Either of the two, and those who look after the child. */
export const mayRemove = (
  actorId: number,
  { adultUserId, childUserId }: { adultUserId: number; childUserId: number },
  { looksAfterChild }: Pick<Trust, 'looksAfterChild'>,
) => looksAfterChild || actorId === adultUserId || actorId === childUserId

/** Why the caller may not look for people to be the guardian or the ward of a person. */
export function refuseCandidates(
  as: 'guardian' | 'ward',
  person: { birthOn: string | null; own: boolean; looksAfter: boolean; sees: boolean; office: boolean },
  bornBy: string,
) {
  const ofAge = person.birthOn !== null && person.birthOn <= bornBy
  if (as === 'guardian') {
    if (!person.own && !person.looksAfter) return 'not_allowed'
    return ofAge ? 'guardian_of_adult' : null
  }
  if (!person.office || !person.sees) return 'not_allowed'
  return ofAge ? null : 'guardian_not_adult'
}
