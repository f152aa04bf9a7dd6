import type { Ctx } from '#api/context.ts'
import { auditCreation, auditEdit, auditRemoval } from '#api/foundation/audit/edits/audit-edit.ts'
import { commitWithFile } from '#api/foundation/files/commit-with-file.ts'
import { releaseFilesSoon } from '#api/foundation/files/release-files.ts'
import { setVisibility } from '#api/foundation/files/storage.ts'
import { Refused } from '#api/refusals.ts'
import { mayChangeMedium } from './access.ts'
import type { Media, MediaLink, MediaRequest } from './contract.ts'
import { receiveFile, visibilityOf } from './receive-file.ts'
import { mediaSnapshot } from './snapshot.ts'
import { listMedia } from './storage.ts'
import {
  connectEducations,
  disconnectEducations,
  educationsManaged,
  educationsOfMedium,
  insertMedium,
  keepTags,
  knownTags,
  newestMedium,
  removeMedium,
  storedMedium,
  tagMedium,
  updateMedium,
} from './write-storage.ts'

interface Belonging {
  educations: { id: number; managed: number }[]
  tags: { id: number }[]
}

/** Every education that a medium comes into or leaves is one's own to manage. */
function checkBelonging({ educations, tags }: Belonging, educationIds: readonly number[], tagIds: readonly number[]) {
  if (educations.length < new Set(educationIds).size) throw new Refused('not_found')
  if (!educations.every(({ managed }) => managed)) throw new Refused('not_allowed')
  if (tags.length < new Set(tagIds).size) throw new Refused('not_found')
}

async function checked(ctx: Ctx, educationIds: readonly number[], tagIds: readonly number[]) {
  const [educations, tags] = await Promise.all([
    educationsManaged(ctx.db, ctx.actor, educationIds),
    knownTags(ctx.db, tagIds),
  ])
  checkBelonging({ educations, tags }, educationIds, tagIds)
}

async function saved(ctx: Ctx, ids: readonly number[]): Promise<Media[]> {
  const found = await listMedia(ctx, ids)
  return ids.flatMap((id) => found.find((one) => one.id === id) ?? [])
}

async function savedOne(ctx: Ctx, id: number): Promise<Media> {
  const [medium] = await saved(ctx, [id])
  if (!medium) throw new Refused('not_found')
  return medium
}

const stamps = (ctx: Ctx) => ({ uploadedByUserId: ctx.actor.id, createdAt: ctx.now, changedAt: ctx.now })

const belongs = (ctx: Ctx, { educationIds, tagIds }: { educationIds: number[]; tagIds: number[] }) => [
  connectEducations(ctx.db, newestMedium, educationIds),
  tagMedium(ctx.db, newestMedium, tagIds),
]

const thing = { type: 'media', of: mediaSnapshot } as const

export async function createMedium(ctx: Ctx, request: MediaRequest, file: File | null): Promise<Media> {
  const { title, description, inLibrary, educationIds, tagIds } = request
  await checked(ctx, educationIds, tagIds)
  const received = await receiveFile(ctx, { file, uploadId: request.uploadId ?? null, inLibrary })
  if (!received) throw new Refused('media_file_missing')
  const row = { title, description, inLibrary, kind: 0 as const, ...stamps(ctx) }
  const insert = insertMedium(ctx.db, row, received.key)
  const answers = await commitWithFile(ctx, received.key, [
    ...received.statements,
    insert,
    ...belongs(ctx, { educationIds, tagIds }),
    auditCreation(ctx, { ...thing, action: 'media.created' }),
  ])
  return savedOne(ctx, idIn(answers[received.statements.length]))
}

/** What an insert that returns its id answers in its place of a commit. */
const idIn = (answer: unknown): number => (answer as { id: number }[])[0]?.id ?? 0

export async function createLinks(ctx: Ctx, links: readonly MediaLink[]): Promise<Media[]> {
  const educationIds = links.flatMap(({ educationId }) => educationId ?? [])
  await checked(
    ctx,
    educationIds,
    links.flatMap(({ tagIds }) => tagIds),
  )
  const each = links.map(({ title, url, inLibrary, educationId, tagIds }) => [
    insertMedium(ctx.db, { title, url, inLibrary, kind: 1, ...stamps(ctx) }, null),
    ...belongs(ctx, { educationIds: educationId ? [educationId] : [], tagIds }),
    auditCreation(ctx, { ...thing, action: 'media.created' }),
  ])
  const answers = await ctx.db.commit(each.flat())
  const size = each[0]?.length ?? 1
  const ids = links.map((_, at) => idIn(answers[at * size]))
  return saved(ctx, ids)
}

/** What the writer may change, or the refusal of what is not there or not one's own. */
async function changeable(ctx: Ctx, id: number) {
  const [[row], educations] = await Promise.all([storedMedium(ctx.db, id), educationsOfMedium(ctx.db, id)])
  if (!row) throw new Refused('not_found')
  if (!mayChangeMedium(ctx.actor, row.medium)) throw new Refused(row.medium.inLibrary ? 'not_allowed' : 'not_found')
  const { medium, fileKey } = row
  const file = medium.fileId !== null && fileKey !== null ? { id: medium.fileId, key: fileKey } : null
  return { medium, file, educationIds: educations.map((one) => one.id) }
}

export async function changeMedium(ctx: Ctx, request: MediaRequest, file: File | null): Promise<Media> {
  const id = request.id ?? 0
  const { medium, file: before, educationIds } = await changeable(ctx, id)
  const { title, description, inLibrary, tagIds } = request
  const added = request.educationIds.filter((one) => !educationIds.includes(one))
  const left = educationIds.filter((one) => !request.educationIds.includes(one))
  await checked(ctx, [...added, ...left], tagIds)
  if (medium.kind === 1 && (file || request.uploadId)) throw new Refused('unsupported_media_type')
  const received = await receiveFile(ctx, { file, uploadId: request.uploadId ?? null, inLibrary })
  const url = medium.kind === 1 ? (request.url ?? medium.url) : null
  const audit = auditEdit(ctx, { action: 'media.changed', target: { type: 'media', id }, of: mediaSnapshot(id) })
  await commitWithFile(ctx, received?.key, [
    ...(received?.statements ?? []),
    audit.before,
    updateMedium(ctx.db, {
      id,
      fields: { title, description, inLibrary, url },
      fileKey: received?.key ?? null,
      seen: request.lastChange,
      now: ctx.now,
    }),
    ...(before && !received ? [setVisibility(ctx.db, before.id, visibilityOf(inLibrary))] : []),
    disconnectEducations(ctx.db, id, left),
    connectEducations(ctx.db, id, added),
    keepTags(ctx.db, id, tagIds),
    tagMedium(ctx.db, id, tagIds),
    ...audit.after,
  ])
  if (received && before) await releaseFilesSoon(ctx)
  return savedOne(ctx, id)
}

export async function deleteMedium(ctx: Ctx, id: number): Promise<undefined> {
  const { file } = await changeable(ctx, id)
  await ctx.db.commit([auditRemoval(ctx, { ...thing, action: 'media.deleted' }, id), ...removeMedium(ctx.db, id)])
  if (file) await releaseFilesSoon(ctx)
}
