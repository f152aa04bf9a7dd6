import type { Language } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notify, notifyEach } from '#api/foundation/notices/storage.ts'
import { selectGuardianIds } from '#api/people/guardians/recipients.ts'
import type { Statement } from '#platform/database.ts'
import { insertInvitation, listInvitedUserIds } from './storage.ts'

/** A person to invite. */
export interface Invitee {
  id: number
  firstName: string
  email: string | null
  language: Language | null
}

const pathOf = (userId: number) => `/profile/${userId}#invitations`

/** Returns the statements that notify a person by notice and mail, and a child's confirmed guardians by notice. */
function notifyInvitee(ctx: Ctx, person: Invitee, title: string): Statement[] {
  const path = pathOf(person.id)
  const notice = { kind: 'educationInvited', values: { title, name: ctx.actor.name }, path } as const
  const values = { name: person.firstName, title, author: ctx.actor.name, link: `${ctx.env.PORTAL_ORIGIN}${path}` }
  const mail = { userId: person.id, language: person.language, name: 'educationInvited', values }
  return [
    notify(ctx, { ...notice, userId: person.id }),
    notifyEach(ctx, selectGuardianIds(person.id, ctx.now, ctx.actor.id), notice),
    ...(person.email ? writeMail(ctx, { recipient: person.email, ...mail }) : []),
  ]
}

/**
 * Returns the statements that invite people to an education, with an audit entry: a notice and a mail for each, and a
 * notice for a child's guardians. Skips people with an earlier invitation, unless it was withdrawn before the answer
 * and is a day old; none when nobody is left. The commit fails as `education_invitations_full` when the caller has too
 * many. Too many are a hundred that are neither accepted nor expired. Does not check that the caller organises the
 * education.
 */
export async function invite(ctx: Ctx, education: { id: number; title: string }, people: readonly Invitee[]) {
  if (people.length === 0) return []
  const earlier = await listInvitedUserIds(
    ctx,
    education.id,
    people.map(({ id }) => id),
  )
  const invited = people.filter(({ id }) => !earlier.has(id))
  if (invited.length === 0) return []
  const userIds = invited.map(({ id }) => id)
  return [
    ...invited.flatMap((person) => [
      insertInvitation(ctx, education.id, person.id),
      ...notifyInvitee(ctx, person, education.title),
    ]),
    recordAudit(ctx, 'education.usersInvited', { type: 'education', id: education.id }, { userIds }),
  ]
}
