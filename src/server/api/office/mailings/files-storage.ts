import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { isSuperadministrator } from '#api/actor.ts'
import type { Ctx } from '#api/context.ts'
import { signedFileUrl } from '#api/foundation/files/address.ts'
import { removeFiles } from '#api/foundation/files/storage.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { scanStateOf } from '#api/foundation/scans/storage.ts'
import type { Database, Statement } from '#platform/database.ts'
import { insertFrom } from '#platform/insert-from.ts'
import type { MailingFile } from './contract.ts'
import { mailingFiles } from './table.ts'

/** SQL: files of drafts and mailings: `file_id`. */
export const filesOfMailings = sql`(select file_id from mailing_files)`

/**
 * SQL condition on `stored_files`: the caller has uploaded the file, or has written a draft or a mailing that has it.
 */
export const canReadMailingFile = ({ actor }: Pick<Ctx, 'actor'>): SQL =>
  sql`(stored_files.owner_user_id = ${actor.id} or exists (
    select 1 from mailing_files mf left join mailings m on m.id = mf.mailing_id
      left join mailing_drafts d on d.id = mf.draft_id
    where mf.file_id = stored_files.id and coalesce(m.created_by_user_id, d.created_by_user_id) = ${actor.id}))`

/** SQL: JSON of the files of a draft or a mailing, in their order. */
const filesWhere = (condition: SQL) => sql<string>`(
  select json_group_array(json_object('id', id, 'name', name, 'size', size)) from (
    select f.id, f.name, f.size from mailing_files mf join ${storedFiles} f on f.id = mf.file_id
    where ${condition} order by mf.position))`

/**
 * SQL expression: a JSON list of the files of a draft of a mailing, in their order, empty without any; `parseFiles`
 * reads it.
 */
export const filesOfDraft = (draftId: AnyColumn) => filesWhere(sql`mf.draft_id = ${draftId}`)

/** SQL expression: a JSON list of the files of a mailing, in their order, empty without any; `parseFiles` reads it. */
export const filesOfMailing = (mailingId: AnyColumn) => filesWhere(sql`mf.mailing_id = ${mailingId}`)

interface FileRow {
  id: number
  name: string
  size: number
}

type SigningContext = Pick<Ctx, 'env' | 'now'>

// The URL is signed, because a link of a page sends no bearer token.
const toMailingFile = ({ env, now }: SigningContext, { id, name, size }: FileRow): MailingFile => ({
  id,
  name,
  size,
  url: signedFileUrl(env.SESSION_SECRET, id, now),
})

/**
 * Parses the JSON of `filesOfDraft` and `filesOfMailing`, which keeps its order, for somebody who may read the files.
 * The signed URLs expire and need no token.
 */
export const parseFiles = (ctx: SigningContext, json: string): MailingFile[] =>
  (JSON.parse(json) as FileRow[]).map((file) => toMailingFile(ctx, file))

export interface AttachableFile extends FileRow {
  isInfected: boolean
}

/**
 * Lists the given files of mailings that the caller may attach, in no order. They are uploaded by the caller, or on the
 * caller's drafts and mailings; a superadministrator may attach those of everybody. Unknown files and files of other
 * purposes are left out. Infected ones are listed with `isInfected`: refuse them.
 */
export const listAttachable = async (ctx: Ctx, fileIds: readonly number[]): Promise<AttachableFile[]> =>
  (
    await ctx.db.rows<FileRow & { scan: string }>(sql`
      select id, name, size, ${scanStateOf(sql`stored_files.key`)} as scan from ${storedFiles}
      where id in (select value from json_each(${JSON.stringify(fileIds)})) and purpose = 'MailingFile'
        and (${isSuperadministrator(ctx.actor) ? sql`true` : canReadMailingFile(ctx)})`)
  ).map(({ scan, ...file }) => ({ ...file, isInfected: scan === 'Infected' }))

/**
 * Finds the stored file with an R2 key, of any purpose, with a signed URL; null when there is none. Access is not
 * checked here.
 */
export async function findFileByKey(ctx: Ctx, key: string): Promise<MailingFile | null> {
  const [row] = await ctx.db.rows<FileRow>(sql`select id, name, size from ${storedFiles} where key = ${key}`)
  return row ? toMailingFile(ctx, row) : null
}

/** Lists the ids of the files of a mailing in their order; empty without any. Access is not checked here. */
export const listFileIds = async (db: Database, mailingId: string): Promise<number[]> =>
  (
    await db.rows<{ id: number }>(
      sql`select file_id as id from mailing_files where mailing_id = ${mailingId} order by position`,
    )
  ).map(({ id }) => id)

const attach = (
  db: Database,
  { draftId, mailingId }: { draftId: string | null; mailingId: string | null },
  fileIds: readonly number[],
  condition = sql`true`,
): Statement =>
  insertFrom(
    db.query,
    mailingFiles,
    { draftId: sql`${draftId}`, mailingId: sql`${mailingId}`, fileId: sql`one.value`, position: sql`one.key` },
    sql`from json_each(${JSON.stringify(fileIds)}) one where ${condition}`,
  ).onConflictDoNothing()

/**
 * Returns the statements that give a draft of a mailing these files, in this order, in place of those that it has. A
 * draft that is removed gets none; the files themselves stay.
 */
export const replaceDraftFiles = (db: Database, draftId: string, fileIds: readonly number[]): Statement[] => [
  db.query.delete(mailingFiles).where(sql`draft_id = ${draftId}`),
  attach(
    db,
    { draftId, mailingId: null },
    fileIds,
    sql`exists (select 1 from mailing_drafts d where d.id = ${draftId})`,
  ),
]

/**
 * Returns the statement that attaches files to a stored mailing, in this order; a file that it has already keeps its
 * place. Each call counts positions from 0, so files of several calls mix. An unknown file fails the commit. Who may
 * attach them is not checked here.
 */
export const attachToMailing = (db: Database, mailingId: string, fileIds: readonly number[]): Statement =>
  attach(db, { draftId: null, mailingId }, fileIds)

/**
 * Returns the statement that removes those of the files of mailings that no draft and no mailing has, as `removeFiles`
 * does; it follows the statement that detaches them in the same commit. Their room in the quota is free at once.
 */
export const removeDetachedFiles = (db: Database, fileIds: readonly number[]): Statement =>
  removeFiles(
    db,
    fileIds,
    sql`purpose = 'MailingFile' and not exists (select 1 from mailing_files mf where mf.file_id = stored_files.id)`,
  )
