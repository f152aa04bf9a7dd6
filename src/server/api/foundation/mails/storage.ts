import { and, count, desc, eq, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { people, personName } from '#api/foundation/audit/people.ts'
import { orderInDirection } from '#api/order-by.ts'
import { queueColumns, toQueueCount } from '#api/queue-count.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import { prepareQuery } from '#platform/prepare-query.ts'
import type { MailState } from './rules.ts'
import { fillNextStep, type MailTopic, nextStepMark, toMark, withoutMarks } from './rules.ts'
import { declinedMails, outboxMails } from './table.ts'

export type StoredMail = typeof outboxMails.$inferSelect

/** A person by id, or by the user name that the same commit inserts. */
export type MailOwner = number | { userName: string }
type NewMail = Omit<typeof outboxMails.$inferInsert, 'userId'> & { userId: MailOwner | null }

const idOf = (owner: MailOwner | null) =>
  typeof owner === 'object' && owner !== null
    ? sql`(select mail_owner.id from ${people} mail_owner where mail_owner.user_name = ${owner.userName})`
    : sql`${owner}`

const textOrNull = (value: string | number | null | undefined) => sql`${value ?? null}`

/** The template of a mail and the values of its placeholders. */
export interface TemplateValues {
  variant: string
  values: [name: string, value: string][]
  signature: string
}

/**
 * SQL expression that fills a custom wording with the values, one after the other; no value contains another's mark.
 */
const filledIn = (column: SQL, { values }: TemplateValues): SQL =>
  values.reduce((text, [name, value]) => sql`replace(${text}, ${toMark(name)}, ${withoutMarks(value)})`, column)

/**
 * Returns the statement that inserts a mail into the outbox; sends nothing. A custom wording of its template and
 * language, with the values and signature of `filling`, replaces subject and body. Inserts nothing when its recipient
 * has declined the topic or a mail with its `onceKey` is already written. A mail without a topic cannot be declined.
 */
export const insertMail = (db: Database, mail: NewMail, topic: MailTopic | null, filling: TemplateValues): Statement =>
  insertFrom(
    db.query,
    outboxMails,
    {
      messageId: mail.messageId,
      recipient: mail.recipient,
      subject: sql`coalesce(${filledIn(sql`m.subject`, filling)}, ${mail.subject})`,
      body: sql`coalesce(${filledIn(sql`m.body`, filling)} || ${filling.signature}, ${mail.body})`,
      secret: mail.secret ? 1 : 0,
      createdAt: mail.createdAt.toISOString(),
      userId: idOf(mail.userId),
      name: textOrNull(mail.name),
      language: textOrNull(mail.language),
      onceKey: textOrNull(mail.onceKey),
      invitesTo: JSON.stringify(mail.invitesTo ?? []),
      attachedFiles: JSON.stringify(mail.attachedFiles ?? []),
      sealed: textOrNull(mail.sealed),
      stepResultId: textOrNull(mail.stepResultId),
    },
    sql`from (select 1) one left join mail_templates m on m.name = ${textOrNull(mail.name)}
        and m.variant = ${filling.variant} and m.language = ${textOrNull(mail.language)}
      where not exists (select 1 from declined_mails
        where user_id = ${idOf(mail.userId)} and topic = ${textOrNull(topic)})`,
  ).onConflictDoNothing({ target: outboxMails.onceKey })

/**
 * Finds a mail that has not been sent and still has its content; null when it was sent, was removed, or lost its
 * secrets.
 */
export async function findUnsentMail(db: Database, messageId: string): Promise<StoredMail | null> {
  const [row] = await db.query
    .select()
    .from(outboxMails)
    .where(and(eq(outboxMails.messageId, messageId), isNull(outboxMails.sentAt), sql`not (secret and body = '')`))
  return row ?? null
}

/**
 * Returns the statement that marks a mail as sent, with the next step in its body. It removes its error, its sealed
 * values and the body of a mail with secrets. The receipt of an erasure also loses its recipient. `step` is the
 * sentence, empty for none.
 */
export const markMailSent = (db: Database, { id, step }: { id: number; step: string }, now: Date): Statement =>
  db.query
    .update(outboxMails)
    .set({
      sentAt: now,
      error: null,
      body: sql`case when secret then '' else replace(body, ${nextStepMark}, ${fillNextStep(nextStepMark, step)}) end`,
      sealed: null,
      // The receipt of an erasure is the last data about its recipient.
      recipient: sql`case when ${outboxMails.name} = 'erasureDone' then '' else ${outboxMails.recipient} end`,
    })
    .where(eq(outboxMails.id, id))

/**
 * Returns the statement that removes the bodies and sealed values of mails with secrets that were written before
 * `limit` and are still unsent. These mails are not sent any more; other mails stay.
 */
export const removeUnsentSecrets = (db: Database, limit: Date): Statement =>
  db.query
    .update(outboxMails)
    .set({ body: '', sealed: null })
    .where(
      and(
        eq(outboxMails.secret, true),
        isNull(outboxMails.sentAt),
        lt(outboxMails.createdAt, limit),
        sql`${outboxMails.body} <> ''`,
      ),
    )

/**
 * Returns the statement that removes the unsent mails to the people of a query, which has their user ids in its one
 * column.
 */
export const removeUnsentMailsTo = (db: Database, ofPeople: SQL): Statement =>
  db.query.delete(outboxMails).where(and(isNull(outboxMails.sentAt), sql`${outboxMails.userId} in (${ofPeople})`))

/** Returns the statement that stores the error of a failed attempt to send a mail, which stays unsent. */
export const markMailFailed = (db: Database, id: number, error: string): Statement =>
  db.query.update(outboxMails).set({ error }).where(eq(outboxMails.id, id))

/**
 * Returns the statement that removes the error of an unsent mail, so that it counts as waiting. A sent or unknown one
 * is not changed; does not queue a new attempt.
 */
export const clearMailError = (db: Database, id: number): Statement =>
  db.query
    .update(outboxMails)
    .set({ error: null })
    .where(and(eq(outboxMails.id, id), isNull(outboxMails.sentAt)))

/**
 * Returns the statement that removes the errors of unsent mails, so that they count as waiting. Sent or unknown ones
 * are not changed; does not queue new attempts.
 */
export const clearMailErrors = (db: Database, ids: readonly number[]): Statement =>
  db.query
    .update(outboxMails)
    .set({ error: null })
    .where(
      and(sql`${outboxMails.id} in (select value from json_each(${JSON.stringify(ids)}))`, isNull(outboxMails.sentAt)),
    )

/** Finds a mail by id, sent or not; null when there is none. Access is not checked here. */
export async function findMail(db: Database, id: number): Promise<StoredMail | null> {
  const [row] = await db.query.select().from(outboxMails).where(eq(outboxMails.id, id))
  return row ?? null
}

export interface MailFilter {
  /** The beginning of an e-mail address, or people by id. */
  who: { address: string; userIds: readonly number[] } | null
  name: string | null
  state: MailState | null
}

const stateIs = {
  sent: sql`outbox_mails.sent_at is not null`,
  failed: sql`outbox_mails.sent_at is null and outbox_mails.error is not null`,
  waiting: sql`outbox_mails.sent_at is null and outbox_mails.error is null`,
} as const satisfies Record<MailState, SQL>

function wanted({ who, name, state }: MailFilter): SQL | undefined {
  // No character in an address sorts after this one.
  const begins =
    who && sql`outbox_mails.recipient >= ${who.address} and outbox_mails.recipient < ${`${who.address}\uffff`}`
  const among = who && sql`(select value from json_each(${JSON.stringify(who.userIds)}))`
  return and(
    who ? sql`((${begins}) or outbox_mails.user_id in ${among})` : undefined,
    name ? eq(outboxMails.name, name) : undefined,
    state ? stateIs[state] : undefined,
  )
}

const readerName = personName(sql`outbox_mails.user_id`)

interface MailPage {
  sort: 'time' | 'who'
  descending: boolean
  page: number
  pageSize: number
}

const orderColumns = { time: [outboxMails.createdAt], who: [outboxMails.recipient, outboxMails.createdAt] }

/**
 * Lists one page of the mails in the outbox that match the filter, sent or not, with the total number. They are in the
 * order of `sort` (`time` of writing, or `who`: the recipient's e-mail address, then time), then by id. Filters that
 * are null admit all. `page` counts from 1. Access is not checked here.
 */
export async function listMails(db: Database, filter: MailFilter, { sort, descending, page, pageSize }: MailPage) {
  const [rows, [all]] = await Promise.all([
    db.query
      .select({ mail: outboxMails, userName: readerName.as('reader_name') })
      .from(outboxMails)
      .where(wanted(filter))
      .orderBy(...orderInDirection(descending, ...orderColumns[sort], outboxMails.id))
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    db.query.select({ total: count() }).from(outboxMails).where(wanted(filter)),
  ])
  return { rows, total: all?.total ?? 0 }
}

/** Lists at most `limit` matching mails without texts, the latest first; `isSecretGone` is 1 for a removed secret. */
export const listMailHeads = (db: Database, filter: MailFilter, limit: number) =>
  db.query
    .select({
      id: outboxMails.id,
      messageId: outboxMails.messageId,
      subject: outboxMails.subject,
      recipient: outboxMails.recipient,
      userId: outboxMails.userId,
      userName: readerName.as('reader_name'),
      createdAt: outboxMails.createdAt,
      sentAt: outboxMails.sentAt,
      error: outboxMails.error,
      isSecretGone: sql<number>`(outbox_mails.secret and outbox_mails.body = '')`.as('is_secret_gone'),
    })
    .from(outboxMails)
    .where(wanted(filter))
    .orderBy(desc(outboxMails.createdAt), desc(outboxMails.id))
    .limit(limit)

/** Counts the unsent mails with an error, and finds when the oldest of them was written; null without one. */
export const countFailedMails = async (db: Database) =>
  toQueueCount(
    await db.query.select(queueColumns(sql`outbox_mails.created_at`)).from(outboxMails).where(stateIs.failed),
  )

const selectDeclined = prepareQuery(({ query }, { userId }: { userId: number }) =>
  query.select({ topic: declinedMails.topic }).from(declinedMails).where(eq(declinedMails.userId, userId)),
)

/** Lists the topics of e-mails that a person has declined, in no order; empty by default. */
export async function listDeclinedTopics(db: Database, userId: number): Promise<MailTopic[]> {
  const rows = await selectDeclined(db, { userId })
  return rows.map(({ topic }) => topic)
}

/** Returns the statement that declines a topic of e-mails for a person, or accepts it again. A repeat has no effect. */
export const setTopicDeclined = (db: Database, userId: number, topic: MailTopic, declined: boolean): Statement =>
  declined
    ? db.query.insert(declinedMails).values({ userId, topic }).onConflictDoNothing()
    : db.query.delete(declinedMails).where(and(eq(declinedMails.userId, userId), eq(declinedMails.topic, topic)))
