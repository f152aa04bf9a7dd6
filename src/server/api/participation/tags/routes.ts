import { sql } from 'drizzle-orm'
import { occasionsView } from '#api/catalogue/occasions/views.ts'
import type { Ctx, Visitor } from '#api/context.ts'
import { listReadableResults } from '#api/participation/results/readable-results.ts'
import { writeResults } from '#api/participation/sign-ups/write-results.ts'
import { Refused } from '#api/refusals.ts'
import { serve } from '#api/serve.ts'
import { translator } from '#locales/translate.ts'
import { type ResultStatusType, tagCalls } from './contract.ts'
import { countSeatsOnAll, isSameSet, listCommonPaymentMethods, toResultStatus } from './rules.ts'
import { changeTag, createTag, deleteTag } from './save-tag.ts'
import { findTag, listConnectedOccasions, listOccasionsConnectedTo, listTaggedOccasions, listTags } from './storage.ts'

/**
 * Returns the occasions of a tag.
 *
 * @throws Refused('not_found') when the caller may see none of them, or the tag does not have `occasionId`.
 */
async function getTaggedOccasions({ db, actor }: Visitor, tagId: number, occasionId?: number) {
  const set = await listTaggedOccasions(db, actor, tagId)
  if (set.length === 0 || (occasionId !== undefined && set.every(({ id }) => id !== occasionId)))
    throw new Refused('not_found')
  return set
}

const methods = async (ctx: Visitor, tagId: number, occasionId?: number) =>
  listCommonPaymentMethods(await getTaggedOccasions(ctx, tagId, occasionId))

async function connectedResults(ctx: Ctx, resultId: number, type: ResultStatusType) {
  const [result] = await listReadableResults(ctx, { resultIds: [resultId] })
  if (!result) throw new Refused('not_found')
  const tied = sql`education_part_results.id <> ${resultId} and education_part_results.occasion_id in (
    select o.id from ${occasionsView} o join ${occasionsView} mine on mine.tag_id = o.tag_id and mine.id <> o.id
    where mine.id = ${result.occasionId})`
  const results = await listReadableResults(ctx, { userId: result.userId }, tied)
  return results.filter((one) => toResultStatus(one) === type)
}

interface TagSignUp {
  tagId: number
  occasionIds: number[]
  userId: number
}

/**
 * Signs up to one occasion of the tag, for the tag's education; `writeResults` adds the others.
 *
 * @throws Refused with the codes of `getTaggedOccasions` and `writeResults`.
 * @throws Refused('invalid_input') at `occasionIds` when the caller saw other occasions than the tag has now.
 */
async function signUpToTag(ctx: Ctx, { tagId, occasionIds, ...written }: TagSignUp) {
  const [tag, set] = await Promise.all([findTag(ctx.db, tagId), getTaggedOccasions(ctx, tagId)])
  const ids = set.map(({ id }) => id)
  if (!isSameSet(occasionIds, ids)) {
    const t = translator(ctx.language, 'refusals')
    throw new Refused('invalid_input', { fields: { occasionIds: t('invalid.unknown_reference') } })
  }
  return writeResults(ctx, [{ ...written, educationId: tag?.educationId ?? null, occasionId: ids[0] ?? null }])
}

export const routes = serve(tagCalls, {
  'GET /tag/education/:educationId': ({ params }, { db, actor }) => listTags(db, actor, params.educationId),
  'GET /tag/UsedPaymentMethodsByOccasionId/tag//:tagId': ({ params }, ctx) => methods(ctx, params.tagId),
  'GET /tag/UsedPaymentMethodsByOccasionId/tag/:tagId': ({ params }, ctx) => methods(ctx, params.tagId),
  'GET /tag/UsedPaymentMethodsByOccasionId/tag/:occasionId/:tagId': ({ params }, ctx) =>
    methods(ctx, params.tagId, params.occasionId),
  'GET /tag/ConnectedOccasionsByTag/:tagId/educationPart/:educationPartId': ({ params }, { db, actor }) =>
    listConnectedOccasions(db, actor, params.tagId, params.educationPartId),
  'GET /tag/ConnectedOccasions/occasion/:occasionId': ({ params }, { db, actor }) =>
    listOccasionsConnectedTo(db, actor, params.occasionId),
  'GET /tag/AvailableSpotsOnConnectedOccasions/:tagId/educationPart/:educationPartId': async ({ params }, ctx) =>
    countSeatsOnAll(await getTaggedOccasions(ctx, params.tagId)),
  'GET /tag/AvailableSpotsOnConnectedOccasions/:tagId/educationPart/:educationPartId/occasion/:occasionId': async (
    { params },
    ctx,
  ) => countSeatsOnAll(await getTaggedOccasions(ctx, params.tagId, params.occasionId)),
  'GET /tag/AnyConnectedOccasionsNeedsApproval/:tagId/educationPart/:educationPartId/occasion/:occasionId': async (
    { params },
    ctx,
  ) => (await getTaggedOccasions(ctx, params.tagId, params.occasionId)).some(({ needsApproval }) => needsApproval),
  'GET /tag/ConnectedResults/result/:resultId/ResultStatusType/:type': ({ params }, ctx) =>
    connectedResults(ctx, params.resultId, params.type),
  'GET /tag/AreAllOccasionsInFuture': async ({ query }, ctx) =>
    (await getTaggedOccasions(ctx, query.tagId, query.occasionId)).every(({ startsAt }) => startsAt > ctx.now),
  'PUT /tag/results': ({ body: { paymentId: _, educationId: __, ...body } }, ctx) => signUpToTag(ctx, body),
  'POST /tag': ({ body }, ctx) => createTag(ctx, body),
  'PUT /tag/:id': ({ params, body }, ctx) => changeTag(ctx, params.id, body),
  'DELETE /tag/:id': ({ params }, ctx) => deleteTag(ctx, params.id),
})
