import { sql } from 'drizzle-orm'
import type { Language } from '#api/actor.ts'
import { latestAdultBirth } from '#api/ages.ts'
import type { Visitor } from '#api/context.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { maskedName } from '#api/masking.ts'
import { listGuardianRecipients, selectGuardianIds } from '#api/people/guardians/recipients.ts'
import { selectOfficeIds } from '#api/people/reach/office.ts'
import { toPortalDay } from '#api/zone.ts'
import { momentText } from '#locales/moments.ts'
import type { Statement } from '#platform/database.ts'
import { signText } from '#platform/rotating-secret.ts'
import { getResetHoldEnd, isByAnother } from './rules.ts'
import type { EmailChange } from './storage.ts'

/** The person whose e-mail address changes, with the columns that notifications need. */
export interface AddressOwner {
  id: number
  firstName: string
  lastName: string
  language: Language | null
  birthOn: string | null
  /** Set while the identity is protected. */
  protectedAt?: Date | null
}

const objection = (id: string) => `object to e-mail change ${id}`

/** Returns the token that stops a change. It is a signature, so nothing of it is stored. */
const objectionToken = ({ env }: Visitor, id: string) => `${id}.${signText(env.SESSION_SECRET, objection(id))}`

/** Returns the text whose signature is the token that stops a change. */
export const objectionText = objection

const emailPage = ({ env }: Visitor, query: string) => `${env.PORTAL_ORIGIN}/login/email?${query}`

/**
 * Returns the statements that mail to a new e-mail address the link that confirms it, with the `token`. The recipient
 * may be a stranger, so the mail contains no name.
 */
export const mailLink = (ctx: Visitor, owner: AddressOwner, email: string, token: string): Statement[] =>
  writeMail(ctx, {
    recipient: email,
    userId: owner.id,
    language: owner.language,
    name: 'emailConfirm',
    values: { link: emailPage(ctx, `token=${token}`) },
    secret: true,
  })

const authorName = ({ actor }: Visitor) => actor?.name ?? ''

/**
 * Returns the statements that mail to the previous e-mail address that another person has requested a change, and how
 * to stop it. Empty for a person's own change, or without a previous address.
 */
export async function mailRequestWarning(ctx: Visitor, owner: AddressOwner, change: EmailChange): Promise<Statement[]> {
  if (!isByAnother(change) || !change.previousEmail) return []
  const link = emailPage(ctx, `object=${objectionToken(ctx, change.id)}`)
  return writeMail(ctx, {
    recipient: change.previousEmail,
    userId: owner.id,
    language: owner.language,
    name: 'emailChangeRequested',
    values: { name: owner.firstName, author: authorName(ctx), link },
    secret: true,
  })
}

/**
 * Mails to the previous e-mail address that it is no longer used; when another person changed it, also how to revert
 * the change.
 */
async function mailPrevious(ctx: Visitor, owner: AddressOwner, change: EmailChange): Promise<Statement[]> {
  if (!change.previousEmail) return []
  const to = { recipient: change.previousEmail, userId: owner.id, language: owner.language, name: 'emailChanged' }
  if (!isByAnother(change)) return writeMail(ctx, { ...to, values: { name: owner.firstName } })
  const link = emailPage(ctx, `object=${objectionToken(ctx, change.id)}`)
  const until = momentText(getResetHoldEnd(ctx.now), 'moment', owner.language ?? ctx.language)
  return writeMail(ctx, { ...to, values: { name: owner.firstName, link, until, context: 'byAnother' }, secret: true })
}

async function mailGuardians(ctx: Visitor, owner: AddressOwner, change: EmailChange): Promise<Statement[]> {
  const guardians = await listGuardianRecipients(ctx.db, owner.id, ctx.now, change.requestedByUserId)
  const link = `${ctx.env.PORTAL_ORIGIN}/profile/${owner.id}?tab=account`
  return guardians.flatMap(({ id, email, firstName, language }) =>
    email
      ? writeMail(ctx, {
          recipient: email,
          userId: id,
          language,
          name: 'childEmailChanged',
          values: { name: firstName, person: `${owner.firstName} ${owner.lastName}`, link },
        })
      : [],
  )
}

type NoticeOfEmail = 'emailChangeRequested' | 'emailChanged' | 'emailChangeStopped'

/**
 * Returns the statement that notifies a person's guardians and office in the portal of a change of the e-mail address,
 * by the `kind`. Empty for an adult who made the change alone. Leaves out the person who requested it, and the name of
 * a protected identity.
 */
export function notifyGuardiansAndOffice(
  ctx: Visitor,
  kind: NoticeOfEmail,
  owner: AddressOwner,
  change: EmailChange,
): Statement[] {
  const { firstName, lastName } = owner.protectedAt ? maskedName : owner
  const notice = { kind, values: { name: `${firstName} ${lastName}` }, path: `/profile/${owner.id}?tab=account` }
  const isChild = owner.birthOn === null || owner.birthOn > latestAdultBirth(toPortalDay(ctx.now))
  const exceptId = change.requestedByUserId
  const guardians = sql`${selectGuardianIds(owner.id, ctx.now, exceptId)}`
  if (!isChild && !isByAnother(change)) return []
  return [notifyEach(ctx, sql`select id from (${guardians}) union ${selectOfficeIds(owner.id, exceptId)}`, notice)]
}

/**
 * Returns the statements that notify others of a person's confirmed or removed e-mail address: a mail to the previous
 * address and to a child's guardians, and the notices of `notifyGuardiansAndOffice`.
 */
export async function notifyChanged(ctx: Visitor, owner: AddressOwner, change: EmailChange): Promise<Statement[]> {
  const [previous, guardians] = await Promise.all([mailPrevious(ctx, owner, change), mailGuardians(ctx, owner, change)])
  return [...previous, ...guardians, ...notifyGuardiansAndOffice(ctx, 'emailChanged', owner, change)]
}
