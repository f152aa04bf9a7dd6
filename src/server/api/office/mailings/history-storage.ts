import { type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { auditedOrganizerMails } from '#api/foundation/audit/views.ts'
import { mailOutcomes } from '#api/foundation/mails/views.ts'
import { type ResultPlace, selectOrganizedPeople } from '#api/participation/results/organized-people.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { SentMailing } from './contract.ts'
import { isFailed, isSent } from './storage.ts'

/** Most entries of a history. */
const maxEntries = 100

/** SQL condition: the audience of a mailing is the occasion, several with it, or the exam. */
const isToPlace = (place: ResultPlace) =>
  'examId' in place
    ? sql`mailings.audience ->> 'kind' = 'exam' and mailings.audience ->> 'examId' = ${place.examId}`
    : sql`((mailings.audience ->> 'kind' = 'occasion' and mailings.audience ->> 'occasionId' = ${place.occasionId})
        or (mailings.audience ->> 'kind' = 'occasions' and exists (
          select 1 from json_each(mailings.audience, '$.occasionIds') one where one.value = ${place.occasionId})))`

/** A table of the query, so that the condition stands in it once: nested more deeply SQLite refuses it. */
const withOrganized = (actor: Actor, place: ResultPlace) =>
  sql`with organized as materialized ${selectOrganizedPeople(actor, place)}`

interface MailingRow extends Omit<SentMailing, 'mailingId' | 'due'> {
  isOwn: 0 | 1
  dueAt: string
}

/**
 * Lists the mailings to the participants of an occasion or exam, latest first, at most 100. The author and
 * superadministrators get the numbers of all recipients, others of those whose sign-up they organise; a mailing without
 * any of them is left out.
 */
async function listMailingsTo({ db, actor }: Ctx, place: ResultPlace): Promise<SentMailing[]> {
  const isOwn = isSuperadministrator(actor) ? sql`true` : sql`mailings.created_by_user_id = ${actor.id}`
  const inScope = sql`r.mailing_id = mailings.id and (${isOwn} or r.user_id in (select user_id from organized))`
  const counted = (condition: SQL) => sql`(select count(*) from mailing_recipients r where ${inScope} and ${condition})`
  const rows = await db.rows<MailingRow>(sql`${withOrganized(actor, place)}
    select mailings.id, mailings.subject, mailings.state, mailings.due_at as dueAt, ${isOwn} as isOwn,
      ${nameOfPerson(sql`mailings.created_by_user_id`)} as authorName, ${counted(sql`true`)} as total,
      ${counted(isSent)} as sent, ${counted(isFailed)} as failed, ${counted(sql`r.state = 'skipped'`)} as skipped
    from mailings
    where ${isToPlace(place)} and (${isOwn} or exists (select 1 from mailing_recipients r where ${inScope}))
    order by mailings.created_at desc, mailings.id desc limit ${maxEntries}`)
  return rows.map(
    ({ isOwn: own, dueAt, ...row }): SentMailing => ({
      ...row,
      due: new Date(dueAt),
      mailingId: own === 1 ? row.id : null,
    }),
  )
}

interface DirectMailRow {
  directId: number
  directAt: string
  directSubject: string | null
  directAuthor: string | null
  directTotal: number
  directSent: number
  directFailed: number
}

/**
 * Lists the mails that organisers have written from the list of participants, latest first, at most 100; one without
 * recipients in the caller's scope is left out.
 */
async function listDirectMails({ db, actor }: Ctx, occasionId: number): Promise<SentMailing[]> {
  const isWhole = isSuperadministrator(actor) ? sql`true` : sql`coalesce(entry.user_id = ${actor.id}, false)`
  const people = sql`from json_each(entry.data, '$.userIds') one
    where ${isWhole} or one.value in (select user_id from organized)`
  const mails = sql`from ${mailOutcomes} o where o.name = 'fromOrganizer' and o.created_at = entry.at
    and o.user_id in (select one.value ${people}) and o.sent_at is null`
  const rows = await db.rows<DirectMailRow>(sql`${withOrganized(actor, { occasionId })}
    select listed.*, listed.directTotal - (listed.directUnsent) as directSent from (
      select entry.id as directId, entry.at as directAt, entry.data ->> 'subject' as directSubject,
        ${nameOfPerson(sql`entry.user_id`)} as directAuthor,
        (select count(*) ${people}) as directTotal,
        (select count(*) ${mails}) as directUnsent,
        (select count(*) ${mails} and o.error is not null) as directFailed
      from ${auditedOrganizerMails} entry
      where entry.target_id = ${String(occasionId)} and exists (select 1 ${people})
      order by entry.at desc limit ${maxEntries}) listed`)
  return rows.map(
    (row): SentMailing => ({
      id: `direct-${row.directId}`,
      mailingId: null,
      subject: row.directSubject ?? '',
      state: 'sent',
      authorName: row.directAuthor,
      due: new Date(row.directAt),
      total: row.directTotal,
      sent: row.directSent,
      failed: row.directFailed,
      skipped: 0,
    }),
  )
}

/**
 * Lists what was mailed to the participants of an occasion or exam, latest first, at most 100. It has mailings and, for
 * an occasion, mails from its list of participants. Numbers are of the recipients in the caller's scope, of all
 * recipients for the author and superadministrators. Access to the place is not checked here.
 */
export async function listSentTo(ctx: Ctx, place: ResultPlace): Promise<SentMailing[]> {
  const lists = await Promise.all([
    listMailingsTo(ctx, place),
    'occasionId' in place ? listDirectMails(ctx, place.occasionId) : [],
  ])
  return lists
    .flat()
    .toSorted((a, b) => b.due.getTime() - a.due.getTime())
    .slice(0, maxEntries)
}
