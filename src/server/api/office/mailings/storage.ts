import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { jobStates } from '#api/foundation/jobs/rules.ts'
import { jobsView } from '#api/foundation/jobs/views.ts'
import { mailOutcomes } from '#api/foundation/mails/views.ts'
import { nameOfPerson } from '#api/people/users/views.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { Mailing } from './contract.ts'
import { filesOfMailing, parseFiles } from './files-storage.ts'
import type { RecipientState, SkipReason } from './rules.ts'
import { mailingRecipients, mailings } from './table.ts'

export type StoredMailing = typeof mailings.$inferSelect

/** SQL condition: the actor may see the mailing: its author, and superadministrators. */
const isVisible = (actor: Actor): SQL =>
  isSuperadministrator(actor) ? sql`true` : sql`mailings.created_by_user_id = ${actor.id}`

/** Mails of a recipient: the first has the id in the row, those to guardians have it with a dot and a number behind. */
const isOfRecipient = sql`o.message_id >= r.message_id and o.message_id < r.message_id || '/'`
const isUnsent = sql`exists (select 1 from ${mailOutcomes} o where ${isOfRecipient} and o.sent_at is null)`
export const isFailed = sql`exists (
  select 1 from ${mailOutcomes} o where ${isOfRecipient} and o.sent_at is null and o.error is not null)`
/** A mail that is no longer in the outbox counts as sent. */
export const isSent = sql`r.state = 'written' and not ${isUnsent}`

const counted = (condition: SQL) =>
  sql<number>`(select count(*) from mailing_recipients r where r.mailing_id = mailings.id and ${condition})`

const columns = {
  mailing: mailings,
  authorName: nameOfPerson(sql`mailings.created_by_user_id`).as('author_name'),
  total: counted(sql`true`).as('total_count'),
  sent: counted(isSent).as('sent_count'),
  failed: counted(isFailed).as('failed_count'),
  skipped: counted(sql`r.state = 'skipped'`).as('skipped_count'),
  files: filesOfMailing(mailings.id).as('mailing_files'),
  skipReasons: sql<string>`(select json_group_object(reason, people) from (
    select r.reason, count(*) as people from mailing_recipients r
    where r.mailing_id = mailings.id and r.state = 'skipped' group by r.reason))`.as('skip_reasons'),
}

interface MailingRow {
  mailing: StoredMailing
  authorName: string | null
  total: number
  sent: number
  failed: number
  skipped: number
  /** JSON object of counts by reason. */
  skipReasons: string
  /** JSON of the attached files. */
  files: string
}

const toMailing = (ctx: Ctx, { mailing, authorName, skipReasons, files, ...counts }: MailingRow): Mailing => ({
  id: mailing.id,
  subject: mailing.subject,
  text: mailing.body,
  files: parseFiles(ctx, files),
  audience: mailing.audience.kind,
  state: mailing.state,
  authorId: mailing.createdByUserId,
  authorName,
  created: mailing.createdAt,
  due: mailing.dueAt,
  finished: mailing.finishedAt,
  // Only `settleRecipients` writes the reasons.
  skipReasons: JSON.parse(skipReasons) as Mailing['skipReasons'],
  ...counts,
  waiting: counts.total - counts.sent - counts.failed - counts.skipped,
})

/**
 * Finds a mailing that the caller wrote, or anybody's for a superadministrator, with the numbers of its recipients;
 * null when there is none.
 */
export async function findMailing(ctx: Ctx, id: string): Promise<Mailing | null> {
  const [row] = await ctx.db.query
    .select(columns)
    .from(mailings)
    .where(and(eq(mailings.id, id), isVisible(ctx.actor)))
  return row ? toMailing(ctx, row) : null
}

/** Finds a mailing for its job, in any state; null when there is none. Access is not checked here. */
export async function findStoredMailing(db: Database, id: string): Promise<StoredMailing | null> {
  const [row] = await db.query.select().from(mailings).where(eq(mailings.id, id))
  return row ?? null
}

interface MailingWindow {
  page: number
  pageSize: number
  /** Only the mailing with this id. */
  id?: string | undefined
  /** Only mailings of which this person is a recipient. */
  userId?: number | undefined
}

/**
 * Lists a page of the mailings that the caller wrote, or of all for a superadministrator, latest first, with the total.
 * Each has the numbers of its recipients. `page` counts from 1; an absent `id` or `userId` matches all.
 */
export async function listMailings(ctx: Ctx, { page, pageSize, id, userId }: MailingWindow) {
  const { db, actor } = ctx
  const where = and(
    isVisible(actor),
    id === undefined ? undefined : eq(mailings.id, id),
    userId === undefined
      ? undefined
      : sql`exists (select 1 from mailing_recipients r where r.mailing_id = mailings.id and r.user_id = ${userId})`,
  )
  const [rows, [all]] = await Promise.all([
    db.query
      .select(columns)
      .from(mailings)
      .where(where)
      .orderBy(desc(mailings.createdAt), desc(mailings.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query
      .select({ all: sql<number>`count(*)`.as('all_count') })
      .from(mailings)
      .where(where),
  ])
  return { items: rows.map((row) => toMailing(ctx, row)), total: all?.all ?? 0 }
}

/** Lists subject and text of the caller's own latest mailings, cancelled ones too, at most `limit`. */
export const listLatestTexts = ({ db, actor }: Ctx, limit: number): Promise<{ subject: string; text: string }[]> =>
  db.query
    .select({ subject: mailings.subject, text: mailings.body })
    .from(mailings)
    .where(eq(mailings.createdByUserId, actor.id))
    .orderBy(desc(mailings.createdAt))
    .limit(limit)

type NewMailing = Pick<StoredMailing, 'id' | 'subject' | 'body' | 'audience' | 'dueAt'>

/**
 * Returns the statements that insert a scheduled mailing and its recipients; the caller queues the job that sends it. A
 * recipient who is named twice is inserted once.
 */
export const insertMailing = (
  { db, actor, now }: Ctx,
  mailing: NewMailing,
  userIds: readonly number[],
): Statement[] => [
  db.query
    .insert(mailings)
    .values({ ...mailing, state: 'scheduled', createdByUserId: actor.id, createdAt: now, changedAt: now }),
  insertRecipients({ db, now }, mailing.id, userIds),
]

/** Returns the statement that adds recipients to a mailing; those who are there already stay as they are. */
const insertRecipients = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  mailingId: string,
  userIds: readonly number[],
  condition = sql`true`,
): Statement =>
  insertFrom(
    db.query,
    mailingRecipients,
    { mailingId, userId: sql`one.value`, state: 'waiting', createdAt: now.toISOString() },
    sql`from json_each(${JSON.stringify(userIds)}) one where ${condition}`,
  ).onConflictDoNothing()

/**
 * Returns the statement that adds recipients to a scheduled mailing: people who have come to its selection since.
 * Recipients who are there already stay as they are; in another state than `scheduled` nobody is added.
 */
export const addRecipients = (ctx: Pick<Ctx, 'db' | 'now'>, mailingId: string, userIds: readonly number[]): Statement =>
  insertRecipients(
    ctx,
    mailingId,
    userIds,
    sql`exists (select 1 from mailings m where m.id = ${mailingId} and m.state = 'scheduled')`,
  )

/**
 * Returns the statement that moves a mailing from one state to another, and does nothing in any other state. `sent` and
 * `canceled` also set the time of its end. It sends nothing.
 */
export const moveMailing = (
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  id: string,
  from: StoredMailing['state'],
  to: StoredMailing['state'],
): Statement =>
  db.query
    .update(mailings)
    .set({ state: to, changedAt: now, ...((to === 'sent' || to === 'canceled') && { finishedAt: now }) })
    .where(and(eq(mailings.id, id), eq(mailings.state, from)))

/** Lists the ids of the next people of a mailing who are still waiting, by id, at most `limit`. */
export async function listWaiting(db: Database, mailingId: string, limit: number): Promise<number[]> {
  const rows = await db.query
    .select({ userId: mailingRecipients.userId })
    .from(mailingRecipients)
    .where(and(eq(mailingRecipients.mailingId, mailingId), eq(mailingRecipients.state, 'waiting')))
    .orderBy(mailingRecipients.userId)
    .limit(limit)
  return rows.map(({ userId }) => userId)
}

interface Outcome {
  state: RecipientState
  reason?: SkipReason
  messageId?: string
}

/**
 * Returns the statement that stores the outcome for people of a mailing who are waiting: the state, and the reason of
 * skipping or the id of the mail. Others do not change.
 */
export const settleRecipients = (
  db: Database,
  mailingId: string,
  userIds: readonly number[],
  { state, reason, messageId }: Outcome,
): Statement =>
  db.query
    .update(mailingRecipients)
    .set({ state, reason: reason ?? null, messageId: messageId ?? null })
    .where(
      and(
        eq(mailingRecipients.mailingId, mailingId),
        inArray(mailingRecipients.userId, sql`(select value from json_each(${JSON.stringify(userIds)}))`),
        eq(mailingRecipients.state, 'waiting'),
      ),
    )

/**
 * Lists the message ids of a mailing's unsent mails with an error, by id, at most `limit`. Those that a job is still
 * trying to send are left out.
 */
export const listFailedMessages = async (db: Database, mailingId: string, limit: number): Promise<string[]> =>
  (
    await db.rows<{ messageId: string }>(sql`
      select o.message_id as messageId from mailing_recipients r join ${mailOutcomes} o on ${isOfRecipient}
      where r.mailing_id = ${mailingId} and o.sent_at is null and o.error is not null
        and not exists (select 1 from ${jobsView} j
          where j.kind = 'mails.send' and j.state < ${jobStates.succeeded} and j.payload ->> 'messageId' = o.message_id)
      order by o.message_id limit ${limit}`)
  ).map(({ messageId }) => messageId)
