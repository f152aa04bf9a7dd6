import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { setVisibility } from '#api/foundation/files/storage.ts'
import { discardFile } from '#api/foundation/uploads/join-parts.ts'
import { Refused } from '#api/refusals.ts'
import type { Statement } from '#platform/database.ts'
import { mayChangeMedium } from './access.ts'
import type { Media, MediaLink, MediaRequest } from './contract.ts'
import { receiveFile, type StoredMediumFile, toVisibility } from './receive-file.ts'
import { mediaSnapshot } from './snapshot.ts'
import { listMediaByIds } from './storage.ts'
import {
  connectEducations,
  disconnectEducations,
  findMedium,
  insertMedium,
  listEducationIdsOfMedium,
  listEducationsWithAccess,
  listExistingTagIds,
  newestMediumId,
  removeMedium,
  removeOtherTags,
  tagMedium,
  updateMedium,
} from './write-storage.ts'

interface MediumLinks {
  educations: { id: number; managed: number }[]
  tags: { id: number }[]
}

/** Refuses unless the actor manages every education that is connected or disconnected, and every tag exists. */
function refuseLinks({ educations, tags }: MediumLinks, educationIds: readonly number[], tagIds: readonly number[]) {
  if (educations.length < new Set(educationIds).size) throw new Refused('not_found')
  if (!educations.every(({ managed }) => managed)) throw new Refused('not_allowed')
  if (tags.length < new Set(tagIds).size) throw new Refused('not_found')
}

async function checkLinks(ctx: Ctx, educationIds: readonly number[], tagIds: readonly number[]) {
  const [educations, tags] = await Promise.all([
    listEducationsWithAccess(ctx.db, ctx.actor, educationIds),
    listExistingTagIds(ctx.db, tagIds),
  ])
  refuseLinks({ educations, tags }, educationIds, tagIds)
}

async function loadInOrder(ctx: Ctx, ids: readonly number[]): Promise<Media[]> {
  const stored = await listMediaByIds(ctx, ids)
  return ids.flatMap((id) => stored.find((medium) => medium.id === id) ?? [])
}

async function loadOne(ctx: Ctx, id: number): Promise<Media> {
  const [medium] = await loadInOrder(ctx, [id])
  if (!medium) throw new Refused('not_found')
  return medium
}

const creationColumns = (ctx: Ctx) => ({ uploadedByUserId: ctx.actor.id, createdAt: ctx.now, changedAt: ctx.now })

const insertLinks = (ctx: Ctx, { educationIds, tagIds }: { educationIds: number[]; tagIds: number[] }) => [
  connectEducations(ctx.db, newestMediumId, educationIds),
  tagMedium(ctx.db, newestMediumId, tagIds),
]

const auditType = { type: 'media', of: mediaSnapshot } as const

/** Commits a medium with its new file; discards the file and its upload when the commit fails. */
async function commitMedium<const S extends readonly Statement[]>(
  ctx: Ctx,
  file: StoredMediumFile | null,
  statements: S,
) {
  try {
    return await ctx.db.commit(statements)
  } catch (error) {
    if (file) await discardFile(ctx, file)
    throw error
  }
}

/**
 * Creates a medium from a file, with its links, tags and an audit entry, and returns it. The file is `file`, or an
 * upload in parts that the request names; it is deleted when the commit fails.
 *
 * @throws Refused('media_file_missing') when the request has no file.
 * @throws Refused('not_found') when an education, a tag or the upload does not exist.
 * @throws Refused('not_allowed') when the actor does not manage one of the educations.
 * @throws Refused with the other codes of `receiveFile`: 'unsupported_media_type', 'too_large',
 * 'package_parts_missing', 'picture_damaged' or 'picture_too_many_pixels'.
 * @throws Refused('media_quota') when the caller has stored too much.
 */
export async function createMedium(ctx: Ctx, request: MediaRequest, file: File | null): Promise<Media> {
  const { title, description, inLibrary, educationIds, tagIds } = request
  await checkLinks(ctx, educationIds, tagIds)
  const received = await receiveFile(ctx, { file, uploadId: request.uploadId ?? null, inLibrary })
  if (!received) throw new Refused('media_file_missing')
  const row = { title, description, inLibrary, kind: 0 as const, ...creationColumns(ctx) }
  const insert = insertMedium(ctx.db, row, received.key)
  const results = await commitMedium(ctx, received, [
    ...received.statements,
    insert,
    ...insertLinks(ctx, { educationIds, tagIds }),
    auditCreation(ctx, { ...auditType, action: 'media.created' }),
  ])
  return loadOne(ctx, idIn(results[received.statements.length]))
}

/** Returns the id from the result of an insert with `returning`. */
const idIn = (result: unknown): number => (result as { id: number }[])[0]?.id ?? 0

/**
 * Creates media that are links, all or none, each with an audit entry, and lists them in the order of the request.
 *
 * @throws Refused('not_found') when an education or a tag does not exist.
 * @throws Refused('not_allowed') when the actor does not manage one of the educations.
 */
export async function createLinks(ctx: Ctx, links: readonly MediaLink[]): Promise<Media[]> {
  const educationIds = links.flatMap(({ educationId }) => educationId ?? [])
  await checkLinks(
    ctx,
    educationIds,
    links.flatMap(({ tagIds }) => tagIds),
  )
  const each = links.map(({ title, url, inLibrary, educationId, tagIds }) => [
    insertMedium(ctx.db, { title, url, inLibrary, kind: 1, ...creationColumns(ctx) }, null),
    ...insertLinks(ctx, { educationIds: educationId ? [educationId] : [], tagIds }),
    auditCreation(ctx, { ...auditType, action: 'media.created' }),
  ])
  const results = await ctx.db.commit(each.flat())
  const size = each[0]?.length ?? 1
  const ids = links.map((_, at) => idIn(results[at * size]))
  return loadInOrder(ctx, ids)
}

/**
 * Returns a medium that the actor may change. Refuses a missing one, and another person's with `not_allowed`, or
 * `not_found` when it is hidden.
 */
async function getChangeable(ctx: Ctx, id: number) {
  const [[row], educations] = await Promise.all([findMedium(ctx.db, id), listEducationIdsOfMedium(ctx.db, id)])
  if (!row) throw new Refused('not_found')
  if (!mayChangeMedium(ctx.actor, row.medium)) throw new Refused(row.medium.inLibrary ? 'not_allowed' : 'not_found')
  const { medium, fileKey } = row
  const file = medium.fileId !== null && fileKey !== null ? { id: medium.fileId, key: fileKey } : null
  return { medium, file, educationIds: educations.map((one) => one.id) }
}

/**
 * Changes a medium with an audit entry, with a new file if the request has one, and returns it. The replaced file is
 * released; a file that stays becomes readable as `inLibrary` says. Its educations and tags become those of the
 * request. A link without `url` in the request keeps its URL.
 *
 * @throws Refused('not_found') when the medium is missing or hidden, or an education, a tag or the upload does not
 * exist.
 * @throws Refused('not_allowed') when the medium is another person's, or the actor does not manage an education that is
 * connected or disconnected.
 * @throws Refused('unsupported_media_type') when a link is sent with a file, or as `receiveFile` does.
 * @throws Refused with the other codes of `receiveFile`: 'too_large', 'package_parts_missing', 'picture_damaged' or
 * 'picture_too_many_pixels'.
 * @throws Refused('media_quota') when the caller has stored too much.
 * @throws Refused('changed_meanwhile') when the medium has another version than `lastChange`.
 */
export async function changeMedium(ctx: Ctx, request: MediaRequest, file: File | null): Promise<Media> {
  const id = request.id ?? 0
  const { medium, file: before, educationIds } = await getChangeable(ctx, id)
  const { title, description, inLibrary, tagIds } = request
  const added = request.educationIds.filter((one) => !educationIds.includes(one))
  const removed = educationIds.filter((one) => !request.educationIds.includes(one))
  await checkLinks(ctx, [...added, ...removed], tagIds)
  if (medium.kind === 1 && (file || request.uploadId)) throw new Refused('unsupported_media_type')
  const received = await receiveFile(ctx, { file, uploadId: request.uploadId ?? null, inLibrary })
  const url = medium.kind === 1 ? (request.url ?? medium.url) : null
  const audit = auditEdit(ctx, { action: 'media.changed', target: { type: 'media', id }, of: mediaSnapshot(id) })
  await commitMedium(ctx, received, [
    ...(received?.statements ?? []),
    audit.before,
    updateMedium(ctx.db, {
      id,
      fields: { title, description, inLibrary, url },
      fileKey: received?.key ?? null,
      expectedVersion: request.lastChange,
      now: ctx.now,
    }),
    ...(before && !received ? [setVisibility(ctx.db, before.id, toVisibility(inLibrary))] : []),
    disconnectEducations(ctx.db, id, removed),
    connectEducations(ctx.db, id, added),
    removeOtherTags(ctx.db, id, tagIds),
    tagMedium(ctx.db, id, tagIds),
    ...audit.after,
  ])
  if (received && before) await releaseFilesSoon(ctx)
  return loadOne(ctx, id)
}

/**
 * Deletes a medium with its links, with an audit entry, and releases its file.
 *
 * @throws Refused('not_found') when the medium is missing, or another person's outside the library.
 * @throws Refused('not_allowed') when it is another person's in the library.
 */
export async function deleteMedium(ctx: Ctx, id: number): Promise<undefined> {
  const { file } = await getChangeable(ctx, id)
  await ctx.db.commit([auditRemoval(ctx, { ...auditType, action: 'media.deleted' }, id), ...removeMedium(ctx.db, id)])
  if (file) await releaseFilesSoon(ctx)
}
