import { ageOfMajority, ageOn } from '#api/ages.ts'

interface Born {
  id: number
  /** `yyyy-MM-dd`; empty: not in the register. */
  birthOn: string | null
}

const isOfAge = ({ birthOn }: Pick<Born, 'birthOn'>, dayOn: string) =>
  birthOn !== null && ageOn(birthOn, dayOn) >= ageOfMajority

/** An unknown birth date is treated as under age (spec G-070); without an age nobody needs a guardian. */
export const mustHaveGuardian = (age: number | null, birthOn: string | null, dayOn: string): boolean =>
  age !== null && (birthOn === null || ageOn(birthOn, dayOn) < age)

/** Of age on the day; somebody from outside the federation only when an organiser says so (spec G-070). */
export const mayStandAsGuardian = (
  adult: { birthOn: string | null; isExternal: boolean },
  dayOn: string,
  byOrganizer: boolean,
): boolean => isOfAge(adult, dayOn) && (byOrganizer || !adult.isExternal)

/** An unknown date of birth makes neither a guardian nor an adult child (spec G-070). */
export function refuseLink(adult: Born, child: Born, todayOn: string) {
  if (adult.id === child.id) return 'guardian_of_self'
  if (!isOfAge(adult, todayOn)) return 'guardian_not_adult'
  if (isOfAge(child, todayOn)) return 'guardian_of_adult'
  return null
}

/** Open requests at a time, of one adult and about one child. Triggers hold the same limit. */
export const requestsAtMost = 3

/** Days for which a request waits, and for which a declined one is not asked again. */
export const daysOpen = 30

/** What the caller is to the child of a link. */
export interface Trust {
  /** The office that answers for the child. */
  isOffice: boolean
  /** A confirmed parent or legal guardian of the child. */
  isGuardian: boolean
  /** The adult is from outside the federation. */
  isAdultExternal: boolean
}

interface LinkedPair {
  adultUserId: number
  childUserId: number
}

/** A guardian or the office opens a child's data to another adult; never the adult, and never the child alone. */
export const mayDecide = (actorId: number, pair: LinkedPair, { isOffice, isGuardian, isAdultExternal }: Trust) =>
  actorId !== pair.adultUserId && actorId !== pair.childUserId && (isOffice || (isGuardian && !isAdultExternal))

/** Either of the two and the office remove a link; a guardian declines one that is not confirmed. */
export const mayRemove = (
  actorId: number,
  link: LinkedPair & { confirmed: boolean },
  { isOffice, isGuardian }: Pick<Trust, 'isOffice' | 'isGuardian'>,
) => actorId === link.adultUserId || actorId === link.childUserId || isOffice || (isGuardian && !link.confirmed)

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
