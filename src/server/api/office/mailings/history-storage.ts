import { desc, sql } from 'drizzle-orm'
import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { auditedOrganizerMails } from '#api/foundation/audit/views.ts'
import { mailOutcomes } from '#api/foundation/mails/views.ts'
import { type ResultPlace, selectOrganizedPeople } from '#api/participation/results/organized-people.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { SentMailing } from './contract.ts'
import { isFailed, isSent } from './storage.ts'
import { mailings } from './table.ts'

/** Most entries of a history. */
const maxEntries = 100

/** SQL condition: the audience of a mailing is the occasion or the exam. */
const isToPlace = (place: ResultPlace) =>
  'examId' in place
    ? sql`mailings.audience ->> 'kind' = 'exam' and mailings.audience ->> 'examId' = ${place.examId}`
    : sql`mailings.audience ->> 'kind' = 'occasion' and mailings.audience ->> 'occasionId' = ${place.occasionId}`

/**
 * Lists the mailings to the participants of an occasion or exam, latest first, at most 100. Counts the author and
 * superadministrators get are of all recipients, others' of those whose sign-up they organise; a mailing without any of
 * them is left out.
 */
async function listMailingsTo({ db, actor }: Ctx, place: ResultPlace): Promise<SentMailing[]> {
  const isWhole = isSuperadministrator(actor) ? sql`true` : sql`mailings.created_by_user_id = ${actor.id}`
  const inScope = sql`r.mailing_id = mailings.id and (${isWhole} or r.user_id in ${selectOrganizedPeople(actor, place)})`
  const counted = (condition: ReturnType<typeof sql>) =>
    sql<number>`(select count(*) from mailing_recipients r where ${inScope} and ${condition})`
  const rows = await db.query
    .select({
      id: mailings.id,
      subject: mailings.subject,
      state: mailings.state,
      authorId: mailings.createdByUserId,
      authorName: nameOfPerson(sql`mailings.created_by_user_id`).as('author_name'),
      due: mailings.dueAt,
      total: counted(sql`true`).as('total_count'),
      sent: counted(isSent).as('sent_count'),
      failed: counted(isFailed).as('failed_count'),
      skipped: counted(sql`r.state = 'skipped'`).as('skipped_count'),
    })
    .from(mailings)
    .where(sql`${isToPlace(place)} and (${isWhole} or exists (select 1 from mailing_recipients r where ${inScope}))`)
    .orderBy(desc(mailings.createdAt), desc(mailings.id))
    .limit(maxEntries)
  return rows.map(
    ({ authorId, ...row }): SentMailing => ({
      ...row,
      mailingId: isSuperadministrator(actor) || authorId === actor.id ? row.id : null,
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

/** Lists the mails that organisers have written from the list of participants, latest first, at most 100. */
async function listDirectMails({ db, actor }: Ctx, occasionId: number): Promise<SentMailing[]> {
  const isWhole = isSuperadministrator(actor) ? sql`true` : sql`coalesce(e.user_id = ${actor.id}, false)`
  const people = sql`from json_each(e.data, '$.userIds') one
    where ${isWhole} or one.value in ${selectOrganizedPeople(actor, { occasionId })}`
  const mails = sql`from ${mailOutcomes} o where o.name = 'fromOrganizer' and o.created_at = e.at
    and o.user_id in (select one.value ${people}) and o.sent_at is null`
  const rows = await db.rows<DirectMailRow>(sql`
    select listed.*, listed.directTotal - (listed.directUnsent) as directSent from (
      select e.id as directId, e.at as directAt, e.data ->> 'subject' as directSubject,
        ${nameOfPerson(sql`e.user_id`)} as directAuthor,
        (select count(*) ${people}) as directTotal,
        (select count(*) ${mails}) as directUnsent,
        (select count(*) ${mails} and o.error is not null) as directFailed
      from ${auditedOrganizerMails} e where e.target_id = ${String(occasionId)}
      order by e.at desc limit ${maxEntries}) listed where listed.directTotal > 0`)
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
