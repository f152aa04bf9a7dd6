import type { AstroGlobal } from 'astro'
import { parseSlug } from '#api/office/public-catalogue/rules.ts'
import { nullIfNotFound } from '#components/refusal-fallbacks.ts'

type Page = Pick<AstroGlobal, 'params' | 'locals'>

/**
 * Loads the education that the slug of the page ends with the id of; null when it has none or the catalogue does not
 * show it.
 */
export async function loadPublicEducation({ params, locals }: Page) {
  const id = parseSlug(params['slug'])
  return id === 0 ? null : locals.api('GET /Catalogue/educations/:id', { params: { id } }).catch(nullIfNotFound)
}

/**
 * Loads the licence that the slug of the page ends with the id of; null when it has none or the licence is not in use.
 */
export async function loadPublicLicense({ params, locals }: Page) {
  const id = parseSlug(params['slug'])
  return id === 0 ? null : locals.api('GET /Catalogue/licenses/:id', { params: { id } }).catch(nullIfNotFound)
}
