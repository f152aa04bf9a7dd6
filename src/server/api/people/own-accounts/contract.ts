import { z } from 'zod'
import { contract, sharedCache } from '#api/calls.ts'
import { GuardianRelation } from '#api/people/guardians/contract.ts'
import { UserEdit } from '#api/people/users/contract.ts'
import { day, id, instant, line, queryId } from '#api/wire.ts'

const email = z.email().max(200)
/** Token of a step, as the previous step replied it. */
const token = z.string().trim().min(1).max(100)

/** `website` is a field that people do not see; a robot that fills it in gets the same reply and no mail. */
export const AccountEmail = z.object({ email, website: z.string().max(500).optional() })
export type AccountEmail = z.infer<typeof AccountEmail>

export const AccountCode = z.object({ token, code: line.min(1).max(20) })
export type AccountCode = z.infer<typeof AccountCode>

/** The form of a new account. `guardianEmail` is required of a minor and ignored for an adult. */
export const NewAccount = z.object({
  proof: token,
  firstName: UserEdit.shape.firstName.unwrap(),
  lastName: UserEdit.shape.lastName.unwrap(),
  birthDate: day,
  newPassword: z.string().min(1).max(200),
  passwordVerification: z.string().min(1).max(200),
  organizationId: id.nullish(),
  guardianEmail: email.nullish(),
  /** The person has read how the portal uses personal data. */
  acceptsTerms: z.literal(true),
})
export type NewAccount = z.infer<typeof NewAccount>

/**
 * The form of a person whom an electronic identification has identified; name and date of birth are of the provider.
 */
export const NewIdentifiedAccount = NewAccount.pick({
  proof: true,
  organizationId: true,
  guardianEmail: true,
  acceptsTerms: true,
}).extend({ identity: token })
export type NewIdentifiedAccount = z.infer<typeof NewIdentifiedAccount>

const identityProvider = z.enum(['bankid', 'freja', 'local'])

export const Identity = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthDate: z.string(),
  /** True when a guardian must consent. */
  isMinor: z.boolean(),
  provider: identityProvider,
})
export type Identity = z.infer<typeof Identity>

/** `opened`: the person can sign in; `waiting`: for the guardian; `review`: by the office. */
export const AccountOutcome = z.object({
  state: z.enum(['opened', 'waiting', 'review']),
  /** Set when the account is opened. */
  userName: z.string().nullable(),
})
export type AccountOutcome = z.infer<typeof AccountOutcome>

export const ConsentDecision = z.object({
  token,
  consents: z.boolean(),
  /** The adult's relation to the child. */
  relation: GuardianRelation.default('parent'),
})
export type ConsentDecision = z.infer<typeof ConsentDecision>

/** A person whom the office can give the account to. */
const Candidate = z.object({ id, name: z.string(), birthDate: z.string().nullable() })

/** A request for an account that may belong to somebody whom the portal knows already. */
export const AccountRequest = z.object({
  id,
  name: z.string(),
  email: z.string(),
  birthDate: z.string(),
  organization: z.string().nullable(),
  /** Provider that has verified name and date of birth; null when they are typed. */
  identifiedBy: identityProvider.nullable(),
  created: instant,
  /**
   * People with the e-mail address who have never signed in, and whom the caller administers; for an identified person
   * also those with the name and date of birth, or the personal number in the register.
   */
  candidates: z.array(Candidate),
})
export type AccountRequest = z.infer<typeof AccountRequest>

export const MembershipRequest = z.object({
  id,
  userId: id,
  name: z.string(),
  birthDate: z.string().nullable(),
  organizationId: id,
  organization: z.string(),
  created: instant,
})
export type MembershipRequest = z.infer<typeof MembershipRequest>

/** Recorded in the audit log and shown to nobody else. */
const decisionReason = z.string().trim().max(500).nullish()

/**
 * `userId` gets the account. With null the request is declined, or becomes a new person who shares the e-mail address.
 */
export const AccountDecision = z
  .object({ userId: id.nullable(), createsPerson: z.boolean().default(false), reason: decisionReason })
  .refine(({ userId, createsPerson }) => userId === null || !createsPerson, { path: ['userId'] })
  .refine(({ createsPerson, reason }) => !createsPerson || Boolean(reason), {
    path: ['reason'],
    params: { reason: 'empty' },
  })
export type AccountDecision = z.infer<typeof AccountDecision>

const step = { who: 'anyone', whilePasswordExpired: true, cache: 'never', feature: 'OwnAccounts' } as const
const office = { who: 'usersOffice', feature: 'OwnAccounts' } as const

export const ownAccounts = contract({
  'POST /OwnAccounts/code': {
    ...step,
    body: AccountEmail,
    reply: z.object({ token: z.string() }),
    summary: 'Mails a code to the address. The reply is the same whether or not the address has an account.',
  },
  'POST /OwnAccounts/proof': {
    ...step,
    body: AccountCode,
    reply: z.object({ proof: z.string() }),
    summary: 'Proves the address by the code, once; five attempts within fifteen minutes.',
  },
  'POST /OwnAccounts': {
    ...step,
    body: NewAccount,
    reply: AccountOutcome,
    changes: ['people'],
    summary: 'Opens an account for a proven address, or a request that the guardian or the office decides.',
  },
  'GET /OwnAccounts/identity': {
    ...step,
    query: z.object({ identity: z.string().max(100).default('') }),
    reply: Identity,
    summary: 'Returns the person whom this browser has identified for a new account within the last hour.',
  },
  'DELETE /OwnAccounts/identity': {
    ...step,
    query: z.object({ identity: z.string().max(100).default('') }),
    reply: z.void(),
    summary: 'Ends an identification of this browser for a new account. An unknown one counts as ended.',
  },
  'POST /OwnAccounts/identified': {
    ...step,
    body: NewIdentifiedAccount,
    reply: AccountOutcome,
    changes: ['people'],
    summary: 'Opens an account without a password for an identified person, or a request as `POST /OwnAccounts` does.',
  },
  'GET /OwnAccounts/organizations': {
    who: 'anyone',
    whilePasswordExpired: true,
    feature: 'OwnAccounts',
    reply: z.array(z.object({ id, name: z.string() })),
    cache: sharedCache(300, 'everyone', 'organizations'),
    summary: 'Lists the active clubs that can be chosen for a new account.',
  },
  'GET /OwnAccounts/consent': {
    who: 'signedIn',
    feature: 'OwnAccounts',
    cache: 'never',
    query: z.object({ token: z.string().max(100).default('') }),
    reply: z.object({ name: z.string(), birthDate: z.string() }),
    summary: 'Returns the child that the mailed token asks for consent about.',
  },
  'POST /OwnAccounts/consent': {
    who: 'signedIn',
    feature: 'OwnAccounts',
    cache: 'never',
    body: ConsentDecision,
    reply: z.void(),
    changes: ['people'],
    summary: 'Consents to the account of a child as an adult, by the mailed token, or declines it.',
  },
  'GET /AccountRequests': {
    ...office,
    query: z.object({ organizationId: queryId.optional() }),
    reply: z.object({ accounts: z.array(AccountRequest), memberships: z.array(MembershipRequest) }),
    cache: 'never',
    summary: 'Lists the open requests for accounts and memberships in the branches of the caller, at most 100 of each.',
  },
  'POST /AccountRequests/:id/decision': {
    ...office,
    body: AccountDecision,
    reply: z.void(),
    changes: ['people'],
    summary:
      'Gives a requested account to the person, who must have the address, or to a new one; otherwise declines it.',
  },
  'POST /MembershipRequests/:id/decision': {
    ...office,
    body: z.object({ isApproved: z.boolean(), reason: decisionReason }),
    reply: z.void(),
    changes: ['people'],
    summary: 'Approves or declines a request for membership.',
  },
})
