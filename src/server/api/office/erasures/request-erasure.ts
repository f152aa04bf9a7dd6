import { addMonths } from 'date-fns'
import { sql } from 'drizzle-orm'
import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { recordAudit, recordAuditWhen } from '#api/foundation/audit/storage.ts'
import { writeMail } from '#api/foundation/mails/write-mail.ts'
import { notifyEach } from '#api/foundation/notices/storage.ts'
import { findSubject, type Subject } from '#api/office/data-retention/subject.ts'
import { determineRepresentation } from '#api/people/guardians/representation.ts'
import { rolesOfPeople } from '#api/people/roles/views.ts'
import { findStayingId } from '#api/people/users/merge-storage.ts'
import { peopleView } from '#api/people/users/views.ts'
import { Refused } from '#api/refusals.ts'
import { toPortalDay } from '#api/zone.ts'
import { erasureStates, monthsToAnswer, type Requester } from './rules.ts'
import { decideRequest, findLatestRequest, insertRequest } from './storage.ts'

/**
 * Returns the capacity in which the caller requests the erasure of the person: `self`, `guardian` or `office`.
 * @throws Refused('not_allowed') when the caller is neither the person, a deciding guardian nor a superadministrator. A
 * guardian decides while the child is a minor and unprotected.
 */
export async function resolveRequester(ctx: Ctx, userId: number): Promise<Requester> {
  const speaker = await determineRepresentation(ctx, userId)
  if (speaker) return speaker
  if (isSuperadministrator(ctx.actor)) return 'office'
  throw new Refused('not_allowed')
}

/**
 * Returns the person whom an erasure is about, with the values that it looks for. For the id of a merged-away record it
 * is the one who stays, with whom it is erased. Access is not checked here.
 *
 * @throws Refused('not_found') when no account has the id.
 * @throws Refused('person_erased') when the person is already erased.
 */
export async function getSubject(ctx: Ctx, userId: number): Promise<Subject> {
  const subject = await findSubject(ctx, await findStayingId(ctx.db, userId))
  if (!subject) throw new Refused('not_found')
  if (subject.erasedAt) throw new Refused('person_erased')
  return subject
}

const superadministrators = (exceptId: number) => sql`select held.user_id as id from ${rolesOfPeople} held
  join ${peopleView} officer on officer.id = held.user_id
  where held.role = 'SuperAdministrator' and officer.inactive_at is null and officer.id <> ${exceptId}`

/**
 * Requests the erasure of a person, to be answered within a month. Writes an audit entry, mails the person if they have
 * an e-mail address, and notifies the superadministrators other than the caller. Does nothing when a request is open or
 * confirmed. Returns the latest request.
 *
 * @throws Refused('not_allowed') when the caller may not request it.
 * @throws Refused('not_found') when the person does not exist.
 * @throws Refused('person_erased') when the person is already erased.
 */
export async function requestErasure(ctx: Ctx, id: number) {
  const requestedAs = await resolveRequester(ctx, id)
  const subject = await getSubject(ctx, id)
  const userId = subject.id
  const dueOn = toPortalDay(addMonths(ctx.now, monthsToAnswer))
  const isNew = sql`not exists (select 1 from erasure_requests live_request
    where live_request.user_id = ${userId} and live_request.state in (0, 1))`
  const before = await findLatestRequest(ctx.db, userId)
  const isLive = before !== null && before.state <= erasureStates.confirmed
  const mail = subject.email
    ? writeMail(ctx, {
        recipient: subject.email,
        userId,
        language: subject.language,
        name: 'erasureRequested',
        values: { name: subject.firstName, due: dueOn },
      })
    : []
  if (!isLive)
    await ctx.db.commit([
      recordAuditWhen(ctx, isNew, 'erasure.requested', { type: 'user', id: userId }, { requestedAs }),
      insertRequest(ctx.db, { userId, requestedByUserId: ctx.actor.id, requestedAs, createdAt: ctx.now, dueOn }),
      notifyEach(ctx, superadministrators(ctx.actor.id), {
        kind: 'erasureRequested',
        values: { due: dueOn },
        path: '/gdpr/requests',
      }),
      ...mail,
    ])
  const request = await findLatestRequest(ctx.db, userId)
  if (!request) throw new Refused('not_found')
  return request
}

/**
 * Withdraws the open request to erase a person, with an audit entry; does nothing when it is already withdrawn.
 * Notifies nobody.
 *
 * @throws Refused('not_allowed') when the caller may not request the person's erasure.
 * @throws Refused('not_found') when there is no request.
 * @throws Refused('erasure_moved') when the request is already decided.
 */
export async function withdrawErasure(ctx: Ctx, id: number): Promise<void> {
  await resolveRequester(ctx, id)
  const userId = await findStayingId(ctx.db, id)
  const request = await findLatestRequest(ctx.db, userId)
  if (!request) throw new Refused('not_found')
  if (request.state === erasureStates.withdrawn) return
  if (request.state !== erasureStates.open) throw new Refused('erasure_moved')
  await ctx.db.commit([
    decideRequest(ctx.db, request.id, {
      state: erasureStates.withdrawn,
      decidedByUserId: ctx.actor.id,
      decidedAt: ctx.now,
    }),
    recordAudit(ctx, 'erasure.withdrawn', { type: 'user', id: userId }),
  ])
}
