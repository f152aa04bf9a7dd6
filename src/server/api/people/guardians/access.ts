import { ageOn } from '#api/ages.ts'

/**
 * What an adult is to a child on a day. `assigned` comes along to one examination and is nothing beyond it; a link that
 * nobody but the adult vouches for is worth nothing (spec G-070).
 */
export type Standing = 'none' | 'unconfirmed' | 'assigned' | 'guardian'

interface Between {
  adultId: number
  child: { id: number; birthOn: string | null }
  /** The link between the two, if there is one. */
  link: { confirmed: boolean } | null
  /** Named on the sign-up in question. */
  isAssigned: boolean
}

const ageOfMajority = 18

/** Nobody is a guardian of themself, nor of somebody who has come of age: an unknown birth date is a child's. */
export function standingOf({ adultId, child, link, isAssigned }: Between, todayOn: string): Standing {
  if (adultId === child.id) return 'none'
  const isChild = child.birthOn === null || ageOn(child.birthOn, todayOn) < ageOfMajority
  if (isChild && link?.confirmed) return 'guardian'
  if (isAssigned) return 'assigned'
  return isChild && link ? 'unconfirmed' : 'none'
}

/** Everything that somebody may want to see or do for a child, and what one has to be to the child for it. */
const rights = {
  /** Name, picture and clubs, as anybody in the portal. */
  seeName: ['none', 'unconfirmed', 'assigned', 'guardian'],
  /** Contact, birth date, educations, certificates, CV. */
  seeProfile: ['guardian'],
  seeResults: ['guardian'],
  seeBookings: ['guardian'],
  /** When and where the examination is that one comes along to, and how it went. */
  seeExamBooking: ['assigned', 'guardian'],
  /** What the examiner wrote of each thing that was examined. */
  seeProtocol: ['guardian'],
  /** What examiners write to each other. */
  seeExaminersNote: [],
  signUp: ['guardian'],
  signOff: ['guardian'],
  assignGuardian: ['guardian'],
  searchAdults: ['guardian'],
  /** Leaves the link; the adult may always. */
  removeLink: ['unconfirmed', 'guardian'],
  /** A parent or legal guardian does, for another adult; so does the office. */
  confirmLink: ['guardian'],
  editPerson: [],
  changePassword: [],
  judge: [],
} as const satisfies Record<string, readonly Standing[]>

export type GuardianAct = keyof typeof rights

/** What a guardian may see and do for a child, stated in this one place. */
export const mayForChild = (standing: Standing, act: GuardianAct): boolean =>
  (rights[act] as readonly Standing[]).includes(standing)
