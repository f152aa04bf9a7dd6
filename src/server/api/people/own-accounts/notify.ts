import { type SQL, sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import type { Visitor } from '#api/context.ts'
import type { MailOwner } from '#api/foundation/mails/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { selectOfficeIds, selectOrganizationOfficeIds, selectSuperadministratorIds } from '#api/people/reach/office.ts'
import type { Statement } from '#platform/database.ts'

/** The page with the open requests of the office. */
const requestsPath = '/users/requests'

/** Id of no person: nobody is left out, and the office is that of people without a club. */
const nobody = 0

interface Recipient {
  email: string
  firstName: string
  language: Language | null
}

/**
 * Returns the statements that mail the person how to sign in to an own account that has just been opened: by the user
 * name, or by the identification. `userId` may name a person whom the same commit inserts.
 */
export const mailOpened = (
  ctx: Visitor,
  { email, firstName, language, personalNumberHash }: Recipient & { personalNumberHash: string | null },
  userId: MailOwner,
  userName: string,
): Statement[] =>
  writeMail(ctx, {
    recipient: email,
    userId,
    language,
    name: personalNumberHash === null ? 'ownAccountOpened' : 'ownAccountIdentified',
    values: { name: firstName, userName, login: `${ctx.env.PORTAL_ORIGIN}/login` },
  })

/**
 * Returns the statements that mail a person's stored e-mail address that an identification is connected with the
 * account. None without one, and for the e-mail address that was proven: only another one may have another owner.
 */
export const mailConnected = (
  ctx: Visitor,
  { id, email: stored }: { id: number; email: string | null },
  { email, firstName, language }: Recipient,
): Statement[] => {
  if (stored === null || stored.toLowerCase() === email.toLowerCase()) return []
  const values = { name: firstName, link: `${ctx.env.PORTAL_ORIGIN}/login/connect` }
  return writeMail(ctx, { recipient: stored, userId: id, language, name: 'identificationConnected', values })
}

/** Returns the statements that mail the requester that a request for an account was declined. Does not say why. */
export const mailDeclined = (ctx: Visitor, { email, firstName, language }: Recipient): Statement[] =>
  writeMail(ctx, { recipient: email, userId: null, language, name: 'ownAccountDeclined', values: { name: firstName } })

/**
 * Returns the statements that mail a guardian the link, with `token`, for consent to a child's account, without the
 * child's name: anybody may read it. The mail is in the language of the request.
 */
export const mailGuardian = (ctx: Visitor, guardianEmail: string, token: string): Statement[] =>
  writeMail(ctx, {
    recipient: guardianEmail,
    userId: null,
    language: ctx.language,
    name: 'ownAccountGuardian',
    values: { link: `${ctx.env.PORTAL_ORIGIN}/register/consent?token=${token}` },
    secret: true,
  })

/**
 * Returns the statement that notifies the office in the portal of a request for an account that may be a duplicate,
 * without a name. It is the office of the chosen club, or without one (null) the administrators without a list of
 * organisations, or else the superadministrators. A protected identity (`isProtected`) is for the superadministrators
 * only.
 */
export function notifyReview(
  ctx: Visitor,
  { organizationId, isProtected }: { organizationId: number | null; isProtected: boolean },
): Statement {
  const office =
    organizationId === null ? selectOfficeIds(nobody, nobody) : selectOrganizationOfficeIds(organizationId, nobody)
  const readers = isProtected ? selectSuperadministratorIds() : office
  return notifyEach(ctx, readers, { kind: 'accountRequested', values: {}, path: requestsPath })
}

/**
 * Returns the statement that notifies a club's office in the portal of a request for membership when `when` holds;
 * sends no mail. The office is the administrators whose branch the club is in, or else the superadministrators.
 */
export const notifyMembershipRequest = (
  ctx: Visitor,
  { organizationId, name, organization }: { organizationId: number; name: string; organization: string },
  when: SQL,
): Statement =>
  notifyEach(ctx, sql`select id from (${selectOrganizationOfficeIds(organizationId, nobody)}) where ${when}`, {
    kind: 'membershipRequested',
    values: { name, organization },
    path: requestsPath,
  })
