import type { AstroGlobal } from 'astro'
import { listMissingForPublishing, listPublishingWarnings } from '#api/catalogue/educations/management/rules.ts'
import { mayManage } from '#api/people/reach/access.ts'
import { parseId } from '#components/parse-id.ts'
import { nullIfNotFound } from '#components/refusal-fallbacks.ts'

/**
 * Loads an education with the conditions for publishing it; null when the reader may see no such education, and without
 * a session. `needed` are the required fields, categories and parts, each with `isMissing` and the URL of its form.
 * `isReady`: none is missing. `advised` are warnings that do not prevent publishing. Not `isAllowed` when the reader
 * may not manage it. `isShown`: published and not archived.
 */
export async function loadPublish({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  const { actor, api } = locals
  const id = parseId(params['educationId'])
  const education = await api('GET /Educations/:id', { params: { id } }).catch(nullIfNotFound)
  if (!education || !actor) return null
  const missing = listMissingForPublishing(education)
  return {
    education,
    isAllowed: mayManage(actor, education),
    isReady: missing.length === 0,
    isShown: education.published && !education.archived,
    advised: listPublishingWarnings(education),
    needed: (['educationCategoryIds', 'educationPartIds'] as const).map((field) => ({
      field,
      isMissing: missing.includes(field),
      href: `/education/${id}/${field === 'educationPartIds' ? 'manageEducationParts' : 'manage'}`,
    })),
  }
}

export type LoadedPublish = NonNullable<Awaited<ReturnType<typeof loadPublish>>>
