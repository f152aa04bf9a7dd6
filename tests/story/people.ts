import type { Role } from '#api/actor.ts'

/** Password of everybody in the cast. */
export const password = 'Utbildning-2026'

/**
 * Sign-in methods of a trial portal beside the password: the local provider, and the secret of the personal numbers.
 */
export const trialLogin = {
  EXTERNAL_LOGIN_LOCAL: '1',
  PERSONAL_NUMBER_SECRET: 'only-for-trial-only-for-trial-only-for-trial',
} as const

/** Card payments of a trial portal: the local provider, which moves no money. */
export const trialPayments = { PAYMENTS_LOCAL: '1' } as const

export interface StoryPerson {
  id: number
  userName: string
  firstName: string
  lastName: string
  age: number
  /** Index in `clubs`; null for externals. */
  club: number | null
  role?: Role
  /** Index of the district, category or club that the role is limited to. */
  limitedTo?: { kind: 'Organization' | 'EducationCategory'; of: 'district' | 'category' | 'club'; index: number }
  isExternal?: true
  mustChangePassword?: true
  /** Description in the table that `npm start` prints. */
  who: string
}

export const cast = {
  superadmin: {
    id: 1,
    userName: 'superadmin',
    firstName: 'Ingrid',
    lastName: 'Falk',
    age: 52,
    club: 0,
    role: 'SuperAdministrator',
    who: 'Superadministrator, hela portalen',
  },
  administrator: {
    id: 2,
    userName: 'administrator',
    firstName: 'Mats',
    lastName: 'Hammar',
    age: 47,
    club: 8,
    role: 'Administrator',
    limitedTo: { kind: 'Organization', of: 'district', index: 8 },
    who: 'Administratör för ett distrikt',
  },
  educator: {
    id: 3,
    userName: 'educator',
    firstName: 'Leila',
    lastName: 'Nordin',
    age: 39,
    club: 1,
    role: 'Educator',
    limitedTo: { kind: 'EducationCategory', of: 'category', index: 0 },
    who: 'Utbildare i en kategori',
  },
  orgadmin: {
    id: 4,
    userName: 'orgadmin',
    firstName: 'Jonas',
    lastName: 'Kvist',
    age: 44,
    club: 2,
    role: 'OrganizationAdmin',
    limitedTo: { kind: 'Organization', of: 'club', index: 2 },
    who: 'Föreningsadministratör',
  },
  learner: {
    id: 5,
    userName: 'learner',
    firstName: 'Sara',
    lastName: 'Lindgren',
    age: 31,
    club: 2,
    who: 'Deltagare mitt i en utbildning',
  },
  junior: { id: 6, userName: 'junior', firstName: 'Milo', lastName: 'Ström', age: 15, club: 2, who: 'Ungdom, 15 år' },
  guardian: {
    id: 7,
    userName: 'guardian',
    firstName: 'Helena',
    lastName: 'Ström',
    age: 43,
    club: 2,
    who: 'Vårdnadshavare till junior',
  },
  external: {
    id: 8,
    userName: 'external',
    firstName: 'Per',
    lastName: 'Vinter',
    age: 35,
    club: null,
    isExternal: true,
    who: 'Extern deltagare utan förening',
  },
  expired: {
    id: 9,
    userName: 'expired',
    firstName: 'Klara',
    lastName: 'Modig',
    age: 28,
    club: 3,
    mustChangePassword: true,
    who: 'Måste byta lösenord',
  },
} as const satisfies Record<string, StoryPerson>

export type CastName = keyof typeof cast

export const castMembers: readonly StoryPerson[] = Object.values(cast)

/** Returns a personal number with the serial number 000, which no living person has. */
export const toPersonalNumber = ({ id, age }: StoryPerson) => `${2026 - age}010${id}0000`
