import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Actor, isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { mergingPeople, nameOfPerson } from '#api/people/users/views.ts'
import { type Database, ifUnmodifiedSince, type Statement } from '#platform/database.ts'
import type { EditedDraft, ListedDraft, MailingDraft } from './contract.ts'
import { filesOfDraft, parseFiles } from './files-storage.ts'
import type { AudienceKind } from './rules.ts'
import { mailingDrafts } from './table.ts'

/** SQL condition: the actor may see the draft: its author, and superadministrators. */
const isVisible = (actor: Actor): SQL =>
  isSuperadministrator(actor) ? sql`true` : sql`mailing_drafts.created_by_user_id = ${actor.id}`

const nameOfAuthor = nameOfPerson(sql`mailing_drafts.created_by_user_id`).as('author_name')

/** SQL: JSON of the chosen people, those who were merged away as the person they are now; null for other audiences. */
const chosenPeople = sql<string | null>`case when mailing_drafts.audience ->> 'kind' = 'users' then (
  select json_group_array(distinct coalesce(chosen_record.merged_into, chosen.value))
  from json_each(mailing_drafts.audience, '$.userIds') chosen left join ${mergingPeople} chosen_record
    on chosen_record.id = chosen.value) end`

const selectDrafts = (db: Database) =>
  db.query
    .select({
      draft: mailingDrafts,
      chosen: chosenPeople.as('chosen_people'),
      authorName: nameOfAuthor,
      files: filesOfDraft(mailingDrafts.id).as('draft_files'),
    })
    .from(mailingDrafts)

type DraftRow = Awaited<ReturnType<typeof selectDrafts>>[number]

const toDraft = (ctx: Ctx, { draft, authorName, chosen, files }: DraftRow): MailingDraft => ({
  id: draft.id,
  // The column is JSON of ids, so this cast is safe.
  audience: chosen === null ? draft.audience : { kind: 'users', userIds: JSON.parse(chosen) as number[] },
  subject: draft.subject,
  text: draft.body,
  due: draft.dueAt,
  files: parseFiles(ctx, files),
  authorId: draft.createdByUserId,
  authorName,
  created: draft.createdAt,
  lastChange: draft.changedAt,
})

/**
 * Lists the drafts of mailings that are the caller's own, or all for a superadministrator, the latest change first, at
 * most `limit`; without their texts and people.
 */
export const listDrafts = ({ db, actor }: Ctx, limit: number): Promise<ListedDraft[]> =>
  db.query
    .select({
      id: mailingDrafts.id,
      audience: sql<AudienceKind>`mailing_drafts.audience ->> 'kind'`.as('audience_kind'),
      subject: mailingDrafts.subject,
      due: mailingDrafts.dueAt,
      authorId: mailingDrafts.createdByUserId,
      authorName: nameOfAuthor,
      created: mailingDrafts.createdAt,
      lastChange: mailingDrafts.changedAt,
    })
    .from(mailingDrafts)
    .where(isVisible(actor))
    .orderBy(desc(mailingDrafts.changedAt), mailingDrafts.id)
    .limit(limit)

/**
 * Finds a draft of a mailing that is the caller's own, or anybody's for a superadministrator; null when there is none.
 * Chosen people who were merged away are replaced by the person they are now.
 */
export async function findDraft(ctx: Ctx, id: string): Promise<MailingDraft | null> {
  const [row] = await selectDrafts(ctx.db).where(and(eq(mailingDrafts.id, id), isVisible(ctx.actor)))
  return row ? toDraft(ctx, row) : null
}

/** Counts the caller's own drafts of mailings. */
export async function countOwnDrafts({ db, actor }: Ctx): Promise<number> {
  const [row] = await db.query
    .select({ all: sql<number>`count(*)`.as('all_count') })
    .from(mailingDrafts)
    .where(eq(mailingDrafts.createdByUserId, actor.id))
  return row?.all ?? 0
}

type DraftTexts = Omit<EditedDraft, 'fileIds'>

const toColumns = ({ audience, subject, text, due }: DraftTexts) => ({ audience, subject, body: text, dueAt: due })

/**
 * Returns the statement that inserts a draft of a mailing by the caller, without files. `id` is new; a repeated one
 * fails the commit.
 */
export const insertDraft = ({ db, actor, now }: Ctx, id: string, draft: DraftTexts): Statement => {
  const row = { id, createdByUserId: actor.id, createdAt: now, changedAt: now }
  return db.query.insert(mailingDrafts).values({ ...row, ...toColumns(draft) })
}

/**
 * Returns the statement that changes a draft of a mailing, of any author; its files stay. The commit fails as
 * `changed_meanwhile` when the draft has another version than `seen`, or `seen` is missing. An unknown id changes
 * nothing.
 */
export const changeDraft = (
  { db, now }: Ctx,
  id: string,
  draft: DraftTexts,
  seen: Date | null | undefined,
): Statement =>
  db.query
    .update(mailingDrafts)
    .set({ ...toColumns(draft), changedAt: ifUnmodifiedSince(mailingDrafts.changedAt, seen, now) })
    .where(eq(mailingDrafts.id, id))

/**
 * Returns the statements that remove a draft of a mailing, of any author. The commit fails as `changed_meanwhile` for
 * another version than `seen`. An unknown id removes nothing.
 */
export const removeSeenDraft = ({ db, now }: Ctx, id: string, seen: Date): Statement[] => [
  db.query
    .update(mailingDrafts)
    .set({ changedAt: ifUnmodifiedSince(mailingDrafts.changedAt, seen, now) })
    .where(eq(mailingDrafts.id, id)),
  removeDraft(db, id),
]

/**
 * Returns the statement that removes a draft of a mailing, of any author and version; an unknown id removes nothing.
 */
export const removeDraft = (db: Database, id: string): Statement =>
  db.query.delete(mailingDrafts).where(eq(mailingDrafts.id, id))
