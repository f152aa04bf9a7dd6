import { type SQL, sql } from 'drizzle-orm'
import type { Visitor } from '#api/context.ts'
import { recordAudit, recordAuditOfEach } from '#api/foundation/audit/storage.ts'
import type { MailOwner } from '#api/foundation/mails/storage.ts'
import { findResetHoldEnd, insertChange, withdrawPending } from '#api/people/email-changes/storage.ts'
import { setPersonalNumberHash } from '#api/people/users/sign-in-storage.ts'
import { insertUser, markChanged, markPassword, setEmail } from '#api/people/users/storage.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { randomToken } from '#platform/digest.ts'
import { listIdentityMatches } from './identity-matches.ts'
import { findClubName, isUserNameTaken, listMatches } from './matches-storage.ts'
import { hasNewMembershipRequest, insertMembershipRequest } from './membership-storage.ts'
import { mailConnected, mailOpened, notifyMembershipRequest } from './notify.ts'
import {
  type AccountMatch,
  type AddressMatch,
  bindsBrowser,
  hasAccount,
  matchAccount,
  matchIdentified,
} from './rules.ts'
import { type StoredRequest, selectIdByName } from './storage.ts'

/** The form of a request, as it is opened: at once, after consent, or after review. */
export type Application = Pick<
  StoredRequest,
  | 'email'
  | 'firstName'
  | 'lastName'
  | 'birthOn'
  | 'language'
  | 'organizationId'
  | 'needsReview'
  | 'passwordHash'
  | 'personalNumberHash'
  | 'identifiedBy'
>

/** Finds the match of an identified person; of anybody else, that of the e-mail address and the date of birth. */
async function match({ db }: Visitor, application: MatchedApplication, addressMatches: AddressMatch[]) {
  const { birthOn, personalNumberHash, identifiedBy, firstName, lastName } = application
  if (personalNumberHash === null || identifiedBy === null) return matchAccount(addressMatches, birthOn)
  const people = await listIdentityMatches(db, { personHash: personalNumberHash, firstName, lastName, birthOn })
  return matchIdentified(people, addressMatches, { birthOn, bindsBrowser: bindsBrowser(identifiedBy) })
}

type MatchedApplication = Omit<Application, 'language' | 'organizationId' | 'passwordHash'>

/**
 * Finds whose account a proven e-mail address and a date of birth open, or an identified person: a new person's, a
 * known person's (`claim`), or a possible `duplicate` for the office. Writes nothing. Nobody is claimed by an address
 * that another person changed within the last 72 hours, or that has a request under review, so that nobody guesses at a
 * date of birth: the match is a `duplicate` then.
 *
 * @throws Refused('email_taken') when the address has an account by now.
 */
export async function findAccountMatch(ctx: Visitor, application: MatchedApplication): Promise<AccountMatch> {
  const addressMatches = await listMatches(ctx.db, application.email)
  if (hasAccount(addressMatches)) throw new Refused('email_taken')
  const found = await match(ctx, application, addressMatches)
  if (found.kind !== 'claim') return found
  const isOnHold = application.needsReview || (await findResetHoldEnd(ctx.db, found.person.id, ctx.now)) !== null
  return isOnHold ? { kind: 'duplicate', isProtected: false } : found
}

/** Statements that open an account, and the person it belongs to. */
export interface OpenedAccount {
  statements: Statement[]
  userName: string
  userId: SQL<number>
}

async function requestMembership(ctx: Visitor, application: Application, userId: SQL<number>): Promise<Statement[]> {
  const { organizationId, firstName, lastName } = application
  const organization = organizationId === null ? null : await findClubName(ctx.db, organizationId)
  if (organizationId === null || organization === null) return []
  const name = `${firstName} ${lastName}`
  const isNew = hasNewMembershipRequest(ctx, userId, organizationId)
  return [
    insertMembershipRequest(ctx, userId, organizationId),
    recordAuditOfEach(
      ctx,
      'membership.requested',
      'user',
      sql`select ${userId} as id, json_object('organizationId', ${organizationId}) as data where ${isNew}`,
    ),
    notifyMembershipRequest(ctx, { organizationId, name, organization }, isNew),
  ]
}

/** Returns the statement that records by which provider a new account is identified; none for a typed one. */
const recordProvider = (ctx: Visitor, id: number | SQL<number>, { identifiedBy }: Application): Statement[] =>
  identifiedBy === null
    ? []
    : [recordAudit(ctx, 'electronicIdentification.connected', { type: 'user', id }, { identifiedBy })]

/** The user name of a new person: the e-mail address, unless somebody else signs in with it. */
const chooseUserName = async (ctx: Visitor, email: string) =>
  (await isUserNameTaken(ctx.db, email)) ? `konto-${randomToken().slice(0, 12)}` : email

async function openForNew(ctx: Visitor, application: Application): Promise<OpenedAccount> {
  const { email, firstName, lastName, birthOn, language, passwordHash, personalNumberHash } = application
  const userName = await chooseUserName(ctx, email)
  const person = { firstName, lastName, email, userName, language, birthOn, isExternal: true }
  const userId = selectIdByName(userName)
  const owner: MailOwner = { userName }
  return {
    userName,
    userId,
    statements: [
      insertUser(ctx.db, { ...person, passwordHash, personalNumberHash, createdAt: ctx.now, changedAt: ctx.now }),
      recordAudit(ctx, 'user.accountCreated', { type: 'user', id: userId }),
      ...recordProvider(ctx, userId, application),
      ...mailOpened(ctx, application, owner, userName),
      ...(await requestMembership(ctx, application, userId)),
    ],
  }
}

/**
 * Returns the statements that give a person without an e-mail address the one that the request has proven. None for an
 * identification that is not bound to the browser, as the address may be that of a thief of it.
 */
function giveEmail(
  ctx: Visitor,
  { id, email: previousEmail }: AddressMatch,
  { email, identifiedBy }: Application,
): Statement[] {
  const isBound = identifiedBy !== null && bindsBrowser(identifiedBy)
  if (previousEmail !== null || !isBound) return []
  const moment = { createdAt: ctx.now, expiresAt: ctx.now, confirmedAt: ctx.now }
  return [
    withdrawPending(ctx.db, id, ctx.now),
    insertChange(ctx.db, { id: ctx.newId(), userId: id, email, previousEmail, requestedByUserId: id, ...moment }),
    setEmail(ctx.db, id, email, ctx.now),
    recordAudit(ctx, 'email.confirmed', { type: 'user', id }, { before: { email: null }, after: { email } }),
  ]
}

/** Returns the statements that give a person the sign-in of a request: the identification, or else the password. */
function giveSignIn(ctx: Visitor, person: AddressMatch, application: Application): Statement[] {
  const { id } = person
  const { personalNumberHash, passwordHash } = application
  if (passwordHash !== null) return [markPassword(ctx.db, id, { passwordHash, expiresAt: null, now: ctx.now })]
  return [
    setPersonalNumberHash(ctx.db, id, personalNumberHash),
    ...recordProvider(ctx, id, application),
    ...giveEmail(ctx, person, application),
    ...mailConnected(ctx, person, application),
  ]
}

/**
 * Returns the statements that give a person, who has never signed in, the password or the identification of a request.
 * They record and mail that. An identified person without an e-mail address gets that of the request, as `giveEmail`
 * does; any other keeps the own. The commit fails as `changed_meanwhile` when the person has changed since.
 */
function openForPerson(ctx: Visitor, person: AddressMatch, application: Application): OpenedAccount {
  const { id, userName, changedAt } = person
  return {
    userName,
    userId: sql<number>`${id}`,
    statements: [
      markChanged(ctx.db, id, changedAt, ctx.now),
      ...giveSignIn(ctx, person, application),
      recordAudit(ctx, 'user.claimed', { type: 'user', id }),
      ...mailOpened(ctx, application, id, userName),
    ],
  }
}

/**
 * Returns the statements that open the account of a match, with an audit entry and a mail, for one commit. The account
 * is that of a new external person, or of the person who is claimed. An active club that was chosen gets a request for
 * membership, with an audit entry and a notice to its office. Also returns the id of the person as SQL, and the user
 * name: a new person's is the e-mail address, or a random one when that is taken.
 */
export async function openAccount(
  ctx: Visitor,
  application: Application,
  match: Exclude<AccountMatch, { kind: 'duplicate' }>,
): Promise<OpenedAccount> {
  if (match.kind === 'new') return openForNew(ctx, application)
  const opened = openForPerson(ctx, match.person, application)
  const membership = await requestMembership(ctx, application, opened.userId)
  return { ...opened, statements: [...opened.statements, ...membership] }
}
