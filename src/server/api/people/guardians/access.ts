import { ageOn } from '#api/ages.ts'

/**
 * Relation of an adult to a child on a day. `assigned` is the accompanying adult of one exam, with rights for that exam
 * only. `unconfirmed` is a link that only the adult has made, and gives no access (spec G-070).
 */
export type GuardianStanding = 'none' | 'unconfirmed' | 'assigned' | 'guardian'

interface AdultAndChild {
  adultId: number
  child: { id: number; birthOn: string | null }
  /** The link between the two, if there is one. */
  link: { confirmed: boolean } | null
  /** The adult is named on the sign-up in question. */
  isAssigned: boolean
}

const ageOfMajority = 18

/**
 * Classifies the relation of an adult to a child on a day (`yyyy-MM-dd`): `guardian` by a confirmed link, `assigned` to
 * accompany the child to an exam, `unconfirmed`, or `none`, also for the child itself. A person of age has no guardian,
 * but may have an assigned adult; a person without a birth date counts as a child.
 */
export function determineStanding(
  { adultId, child, link, isAssigned }: AdultAndChild,
  todayOn: string,
): GuardianStanding {
  if (adultId === child.id) return 'none'
  const isChild = child.birthOn === null || ageOn(child.birthOn, todayOn) < ageOfMajority
  if (isChild && link?.confirmed) return 'guardian'
  if (isAssigned) return 'assigned'
  return isChild && link ? 'unconfirmed' : 'none'
}

/** Relations that give each right over a child. */
const rights = {
  /** Name, picture and clubs, which every user may see. */
  seeName: ['none', 'unconfirmed', 'assigned', 'guardian'],
  /** Contact, birth date, educations, certificates, CV. */
  seeProfile: ['guardian'],
  seeResults: ['guardian'],
  seeBookings: ['guardian'],
  /** Time, place and outcome of the exam that the adult accompanies the child to. */
  seeExamBooking: ['assigned', 'guardian'],
  /** The examiner's notes on each checklist item. */
  seeProtocol: ['guardian'],
  /** The examiners' notes to each other. */
  seeExaminersNote: [],
  signUp: ['guardian'],
  signOff: ['guardian'],
  assignGuardian: ['guardian'],
  searchAdults: ['guardian'],
  /** Removes the link; the adult may always remove it. */
  removeLink: ['unconfirmed', 'guardian'],
  /** Confirms the link of another adult. Only parents and legal guardians may, and the office. */
  confirmLink: ['guardian'],
  editPerson: [],
  changePassword: [],
  judge: [],
} as const satisfies Record<string, readonly GuardianStanding[]>

export type GuardianRight = keyof typeof rights

/** True when an adult with the relation has the right. Every right of guardians is declared here. */
export const hasGuardianRight = (standing: GuardianStanding, act: GuardianRight): boolean =>
  (rights[act] as readonly GuardianStanding[]).includes(standing)
