import { ageOfMajority, ageOn } from '#api/ages.ts'

interface Person {
  id: number
  /** `yyyy-MM-dd`; null when the register has none. */
  birthOn: string | null
}

const isOfAge = ({ birthOn }: Pick<Person, 'birthOn'>, dayOn: string) =>
  birthOn !== null && ageOn(birthOn, dayOn) >= ageOfMajority

/**
 * True when a person is younger than `age` on the day (`yyyy-MM-dd`), and so needs a guardian. An unknown birth date
 * counts as under age (spec G-070); an `age` of null means that nobody needs one.
 */
export const requiresGuardian = (age: number | null, birthOn: string | null, dayOn: string): boolean =>
  age !== null && (birthOn === null || ageOn(birthOn, dayOn) < age)

/**
 * True when the adult may be a guardian on the day (`yyyy-MM-dd`): of age, and of the federation rather than external,
 * unless an organiser decides (spec G-070). Nobody without a birth date may.
 */
export const canBeGuardian = (
  adult: { birthOn: string | null; isExternal: boolean },
  dayOn: string,
  isByOrganizer: boolean,
): boolean => isOfAge(adult, dayOn) && (isByOrganizer || !adult.isExternal)

/**
 * Returns why two people cannot be linked as guardian and child; null when they can: `guardian_of_self`,
 * `guardian_not_adult`, also without a birth date, or `guardian_of_adult`. A child may have no birth date (spec G-070).
 * Both ages are those of the day `todayOn`.
 */
export function refuseLink(adult: Person, child: Person, todayOn: string) {
  if (adult.id === child.id) return 'guardian_of_self'
  if (!isOfAge(adult, todayOn)) return 'guardian_not_adult'
  if (isOfAge(child, todayOn)) return 'guardian_of_adult'
  return null
}

/** Highest number of open requests of one adult and about one child. Triggers enforce the same limit. */
export const maxOpenRequests = 3

/** Days for which a request stays open, and for which a declined one cannot be repeated. */
export const maxDaysOpen = 30

/** The caller's relation to the child of a link, and the adult's to the federation. */
export interface CallerRelation {
  /** The caller belongs to the child's office. */
  isOffice: boolean
  /** The caller is a confirmed parent or legal guardian of the child. */
  isGuardian: boolean
  /** The adult is from outside the federation. */
  isAdultExternal: boolean
}

interface LinkedPair {
  adultUserId: number
  childUserId: number
}

/**
 * True when the caller, `actorId`, may give the adult access to the child's data: the child's office, or another
 * confirmed guardian, who may do so only for an adult of the federation. Never the adult or the child.
 */
export const mayDecide = (
  actorId: number,
  pair: LinkedPair,
  { isOffice, isGuardian, isAdultExternal }: CallerRelation,
) => actorId !== pair.adultUserId && actorId !== pair.childUserId && (isOffice || (isGuardian && !isAdultExternal))

/**
 * True when the caller, `actorId`, may remove the link: one of the two, the child's office, or another confirmed
 * guardian while the link is unconfirmed.
 */
export const mayRemove = (
  actorId: number,
  link: LinkedPair & { confirmed: boolean },
  { isOffice, isGuardian }: Pick<CallerRelation, 'isOffice' | 'isGuardian'>,
) => actorId === link.adultUserId || actorId === link.childUserId || isOffice || (isGuardian && !link.confirmed)

/**
 * Returns the code by which the caller may not search for guardians or wards of a person; null when they may.
 *
 * Guardians are searched for by the person (`own`) and those who look after them (`looksAfter`), for a person who is
 * not of age (`guardian_of_adult`). Wards are searched for by an administrator (`office`) who has access to the person
 * (`sees`), for an adult (`guardian_not_adult`). Other callers get `not_allowed`. `bornBy` is the latest birth date of
 * an adult; without a birth date nobody is of age.
 */
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
