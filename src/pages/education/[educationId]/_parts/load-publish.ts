import type { AstroGlobal } from 'astro'
import {
  listMissingForPublishing,
  listPublishingWarnings,
  type PublishingWarning,
} from '#api/catalogue/educations/management/rules.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { toPortalDay } from '#api/zone.ts'
import { parseId } from '#components/parse-id.ts'
import { nullIfNotFound, nullIfRefused } from '#components/refusal-fallbacks.ts'

/** Screens below `/education/<id>/` where a warning is mended, with the fragment of the field. */
const placeOf: Record<PublishingWarning, string> = {
  package: 'manageEducationParts',
  occasions: 'occasions',
  paymentMethods: 'manage#field-paymentMethods-0',
  occasionPaymentMethods: 'occasions',
  responsibleIds: 'manage#field-responsibleIds',
  shortDescription: 'manage#field-shortDescription',
  pictureUrl: 'manage#field-file',
}

/**
 * Loads an education with the conditions for publishing it; null when the reader may see no such education, and without
 * a session. `needed` are the required fields, categories and parts, each with `isMissing` and the URL of its form.
 * `isReady`: none is missing. `advised` are warnings that do not prevent publishing, each with the URL where it is
 * mended; without those about occasions when there are more than 200 coming ones. Not `isAllowed` when the reader may
 * not manage it. `isShown`: published and not archived.
 */
export async function loadPublish({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  const { actor, api, ctx } = locals
  const id = parseId(params['educationId'])
  const query = { educationId: [id], startDate: toPortalDay(ctx.now), page: 1, pageSize: 200 }
  const [education, coming] = await Promise.all([
    api('GET /Educations/:id', { params: { id } }).catch(nullIfNotFound),
    api('GET /EducationPartOccasions/filter/managed', { query }).catch(nullIfRefused),
  ])
  if (!education || !actor) return null
  const missing = listMissingForPublishing(education)
  const areAllRead = coming !== null && coming.total === coming.items.length
  return {
    education,
    isAllowed: mayManage(actor, education),
    isReady: missing.length === 0,
    isShown: education.published && !education.archived,
    advised: listPublishingWarnings(education, areAllRead ? coming.items : null).map((warning) => ({
      warning,
      href: `/education/${id}/${placeOf[warning]}`,
    })),
    needed: (['educationCategoryIds', 'educationPartIds'] as const).map((field) => ({
      field,
      isMissing: missing.includes(field),
      href: `/education/${id}/${field === 'educationPartIds' ? 'manageEducationParts' : `manage#field-${field}`}`,
    })),
  }
}

export type LoadedPublish = NonNullable<Awaited<ReturnType<typeof loadPublish>>>
