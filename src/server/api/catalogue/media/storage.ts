import { and, asc, count, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Actor, HeldRoles } from '#api/actor.ts'
import { isEducationReadable, managesEducation, participatesInEducation } from '#api/catalogue/scope/education-scope.ts'
import type { Visitor } from '#api/context.ts'
import { signedFileUrl } from '#api/foundation/files/address.ts'
import { storedFiles } from '#api/foundation/files/table.ts'
import { toPrefixMatch, toQueryWords } from '#api/text-matching.ts'
import type { Database } from '#platform/database.ts'
import { prepareQuery, type QueryBuilder } from '#platform/prepare-query.ts'
import type { Media, MediaTag } from './contract.ts'
import { media, mediaTags } from './table.ts'

const educationIds =
  sql<string>`(select json_group_array(education_id) from media_to_education where media_id = ${media.id})`.as(
    'education_ids',
  )
const tagIds = sql<string>`(select json_group_array(media_tag_id) from media_to_tag where media_id = ${media.id})`.as(
  'tag_ids',
)

const columns = {
  media,
  fileName: storedFiles.name,
  contentType: storedFiles.contentType,
  size: storedFiles.size,
  educationIds,
  tagIds,
}

interface MediaRow {
  media: typeof media.$inferSelect
  fileName: string | null
  contentType: string | null
  size: number | null
  educationIds: string
  tagIds: string
}

type UrlContext = Pick<Visitor, 'env' | 'now'>

/**
 * Returns the URL of a link, or else a signed path of a file on the portal. The path needs no token and expires in 6 to
 * 12 hours; anyone who has it can read the file: access is not checked here. `fileId` is read only without a `url`.
 */
export const toMediumUrl = (ctx: UrlContext, { url, fileId }: { url: string | null; fileId: number | null }) =>
  url ?? signedFileUrl(ctx.env.SESSION_SECRET, fileId ?? 0, ctx.now)

/**
 * Converts a stored medium to the reply's, with the URL of `toMediumUrl`; name, type and size are null for a link.
 * Access is not checked here.
 */
export const toMedium = (ctx: UrlContext, { media: row, ...file }: MediaRow): Media => ({
  id: row.id,
  title: row.title,
  description: row.description,
  kind: row.kind,
  fileName: file.fileName,
  contentType: file.contentType,
  size: file.size,
  url: toMediumUrl(ctx, row),
  educationIds: JSON.parse(file.educationIds) as number[],
  tagIds: JSON.parse(file.tagIds) as number[],
  inLibrary: row.inLibrary,
  uploadedByUserId: row.uploadedByUserId,
  lastChange: row.changedAt,
})

const selectMedia = (db: QueryBuilder, where: SQL | undefined) =>
  db.query
    .select(columns)
    .from(media)
    .leftJoin(storedFiles, eq(storedFiles.id, media.fileId))
    .where(where)
    .orderBy(asc(media.title), asc(media.id))
    .$dynamic()

const hasTag = (tagId: number) =>
  sql`exists (select 1 from media_to_tag t where t.media_id = ${media.id} and t.media_tag_id = ${tagId})`

/**
 * Lists a page of the media library by title, only those with the tag if one is given; media outside the library are
 * left out. `page` counts from 1. Access is not checked here.
 */
export async function listLibrary(
  ctx: Pick<Visitor, 'db' | 'env' | 'now'>,
  { tagId, page, pageSize }: { tagId?: number | undefined; page: number; pageSize: number },
): Promise<Media[]> {
  const where = and(eq(media.inLibrary, true), tagId === undefined ? undefined : hasTag(tagId))
  const rows = await selectMedia(ctx.db, where)
    .limit(pageSize)
    .offset((page - 1) * pageSize)
  return rows.map((row) => toMedium(ctx, row))
}

/** Condition: every word of the query begins a word of the title, the description or a tag. */
const matchesSearch = (q: string) =>
  sql`${media.id} in (select rowid from media_words where media_words match ${toPrefixMatch(toQueryWords(q))})`

interface LibraryQuery {
  q: string
  tagId?: number | undefined
  page: number
  pageSize: number
}

const toCondition = ({ q, tagId }: LibraryQuery) =>
  and(
    eq(media.inLibrary, true),
    tagId === undefined ? undefined : hasTag(tagId),
    q === '' ? undefined : toQueryWords(q).length > 0 ? matchesSearch(q) : sql`false`,
  )

/**
 * Returns a page of the media library by title, with the total number of matches. Every word of `q` must begin a word
 * of the title, the description or a tag; `tagId` must match too. A `q` without letters or digits finds nothing; an
 * empty one finds all. `page` counts from 1. Access is not checked here.
 */
export async function searchLibrary(ctx: Pick<Visitor, 'db' | 'env' | 'now'>, query: LibraryQuery) {
  const { page, pageSize } = query
  const where = toCondition(query)
  const [rows, [counted]] = await Promise.all([
    selectMedia(ctx.db, where)
      .limit(pageSize)
      .offset((page - 1) * pageSize),
    ctx.db.query.select({ total: count() }).from(media).where(where),
  ])
  return { items: rows.map((row) => toMedium(ctx, row)), total: counted?.total ?? 0, page, pageSize }
}

/**
 * Lists media by their ids, by title and each once, also outside the library, without a check of access. Unknown ids
 * are left out.
 */
export async function listMediaByIds(
  ctx: Pick<Visitor, 'db' | 'env' | 'now'>,
  ids: readonly number[],
): Promise<Media[]> {
  const rows = await selectMedia(ctx.db, sql`${media.id} in (select value from json_each(${JSON.stringify(ids)}))`)
  return rows.map((row) => toMedium(ctx, row))
}

type MediaReader = Pick<Actor, 'id' | 'roles'>

const isEducation = (educationId: number, condition: SQL) =>
  sql`exists (select 1 from educations where educations.id = ${educationId} and ${condition})`

const selectReadableMedia = prepareQuery(
  (db, { userId, educationId }: { userId: number; educationId: number }, roles: HeldRoles) => {
    const actor = { id: userId, roles }
    const managed = managesEducation(actor)
    return selectMedia(
      db,
      and(
        sql`${media.id} in (select media_id from media_to_education where education_id = ${educationId})`,
        isEducation(educationId, isEducationReadable(actor)),
        or(
          eq(media.inLibrary, true),
          participatesInEducation(actor, educationId),
          managed ? isEducation(educationId, managed) : undefined,
        ),
      ),
    ).limit(200)
  },
)

/**
 * Lists at most 200 media connected to an education, by title, as rows for `toMedium` (spec G-074). Media outside the
 * library are listed only when the actor takes part in the education or manages it. Empty when the education is hidden
 * from the actor.
 */
export const listMediaOfEducation = (db: Database, { id, roles }: MediaReader, educationId: number) =>
  selectReadableMedia(db, { userId: id, educationId }, roles)

/** Lists at most 1000 tags of media by position, then by name; unused ones too. */
export async function listTags(db: Database): Promise<MediaTag[]> {
  const rows = await db.query.select().from(mediaTags).orderBy(asc(mediaTags.position), asc(mediaTags.name)).limit(1000)
  return rows.map(({ id, name, position }) => ({ id, name, order: position }))
}
