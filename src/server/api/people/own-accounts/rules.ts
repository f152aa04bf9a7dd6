import { ageOfMajority } from '#api/ages.ts'
import { requiresGuardian } from '#api/people/guardians/rules.ts'

/** Provider of the electronic identification by which a new account identifies its person. */
export type IdentityProvider = 'bankid' | 'freja' | 'local'

/** States of a request: it waits for the guardian, is under review, was opened as an account, or was declined. */
const accountStates = ['waiting', 'review', 'opened', 'declined'] as const
export type AccountState = (typeof accountStates)[number]

export const codeLength = 6
export const codeMinutes = 15

/**
 * Highest number of mails to one e-mail address that strangers can cause, by a network and by all networks together. A
 * code has five guesses: 25 codes a day are 125 guesses at 1,000,000 codes, so that an attacker with many networks
 * finds the code of a mailbox on one day of 8,000. One network causes ten mails a day, and leaves fifteen to others.
 */
export const mailLimits = {
  fromNetwork: { inQuarter: 5, inDay: 10 },
  inAll: { inQuarter: 15, inDay: 25 },
} as const

/** Minutes for filling in the form after the code was right, and for the whole of it after an identification. */
export const proofMinutes = 60

/** Days for which a request stays open and stored. */
export const accountDays = 30

/** Days for which a request for membership is stored, decided or not. */
export const membershipDays = 90

/** A person who has the e-mail address, also one with a protected identity. */
export interface AddressMatch {
  id: number
  userName: string
  /** Null for none, and for a protected identity. */
  email: string | null
  birthOn: string | null
  changedAt: Date
  /** Has a password or an electronic identification, or has signed in. */
  hasSignIn: boolean
  isActive: boolean
  isProtected: boolean
}

/** True when one of the people with the e-mail address has an account already. */
export const hasAccount = (matches: readonly Pick<AddressMatch, 'hasSignIn'>[]) =>
  matches.some(({ hasSignIn }) => hasSignIn)

/** True when the person may be given a password for the first time. */
const isClaimable = ({ hasSignIn, isActive, isProtected }: AddressMatch) => isActive && !hasSignIn && !isProtected

/**
 * Result of `matchAccount`. `claim`: the person gets a password for the first time; `duplicate`: the office decides,
 * and `isProtected` when one of the matches has a protected identity.
 */
export type AccountMatch =
  | { kind: 'new' }
  | { kind: 'claim'; person: AddressMatch }
  | { kind: 'duplicate'; isProtected: boolean }

/**
 * Decides whose account a proven e-mail address and a date of birth (`yyyy-MM-dd`) open. `matches` are all people with
 * the e-mail address.
 *
 * `claim`: that of the only person with it, if the date agrees, and the person is active, not protected and has neither
 * password nor sign-in. `new`: nobody has it. Anything else is a possible `duplicate`, `isProtected` when one of them
 * is.
 */
export function matchAccount(matches: readonly AddressMatch[], birthOn: string): AccountMatch {
  const [first] = matches
  if (!first) return { kind: 'new' }
  if (matches.length === 1 && isClaimable(first) && first.birthOn === birthOn) return { kind: 'claim', person: first }
  return { kind: 'duplicate', isProtected: matches.some(({ isProtected }) => isProtected) }
}

/** A person who may be the identified one: by the personal number in the register, or by name and date of birth. */
export interface IdentityMatch extends AddressMatch {
  /** Whether the register gives the person the identified personal number. */
  hasNumber: boolean
  /** Whether the whole name is the identified one, with all given names and no more. */
  hasSameName: boolean
}

/**
 * Decides whose account an identified person with a proven e-mail address opens.
 *
 * It is that of the only person to whom the register gives the personal number, who is active, not protected and has
 * never signed in. It is also that of the only person of the name and date of birth, if `matchAccount` finds the same
 * one by the e-mail address and no given name differs, as with a twin. It is a new one when nobody has name and date of
 * birth, or e-mail address. Anything else is a possible duplicate, and so is everybody unless `bindsBrowser` holds: an
 * app that leads nobody back can be tricked into approving the order of somebody else. `people` are all who may be the
 * identified one, and `addressMatches` all with the e-mail address.
 */
export function matchIdentified(
  people: readonly IdentityMatch[],
  addressMatches: readonly AddressMatch[],
  { birthOn, bindsBrowser }: { birthOn: string; bindsBrowser: boolean },
): AccountMatch {
  const duplicate = {
    kind: 'duplicate',
    isProtected: [...people, ...addressMatches].some(({ isProtected }) => isProtected),
  } as const
  if (!bindsBrowser) return duplicate
  const [numbered, other] = people.filter(({ hasNumber }) => hasNumber)
  if (numbered && !other && isClaimable(numbered)) return { kind: 'claim', person: numbered }
  const match = matchAccount(addressMatches, birthOn)
  const [only, second] = people
  if (match.kind === 'new') return only ? duplicate : match
  const isSame = match.kind === 'claim' && only?.id === match.person.id && only.hasSameName && !second
  return isSame ? match : duplicate
}

/** Whether an order of the provider is completed only in the browser that began it, or by a code that changes. */
export const bindsBrowser = (provider: IdentityProvider): boolean => provider !== 'freja'

/**
 * True when a guardian must consent before the account of a person opens: the person is under 18 on the day `todayOn`.
 * Both are `yyyy-MM-dd`.
 */
export const needsGuardian = (birthOn: string, todayOn: string) => requiresGuardian(ageOfMajority, birthOn, todayOn)

/** An e-mail address in lower case without the tag after `+`, which is delivered to the same mailbox. */
const toMailbox = (email: string) => email.toLowerCase().replace(/\+[^@]*@/, '@')

/** True when two e-mail addresses are taken for the same mailbox: they differ only in case or in a tag after `+`. */
export const isSameMailbox = (one: string, other: string) => toMailbox(one) === toMailbox(other)

/** Returns the moment so many minutes later. */
export const minutesAfter = (moment: Date, minutes: number) => new Date(moment.getTime() + minutes * 60_000)

/** Returns the moment so many days earlier. */
export const daysBefore = (moment: Date, days: number) => new Date(moment.getTime() - days * 86_400_000)

/** Returns a typed code without spaces and dashes. Does not check that digits remain. */
export const parseCode = (typed: string) => typed.replace(/[\s-]/g, '')
