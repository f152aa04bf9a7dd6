import type { AstroGlobal } from 'astro'
import { mayManage } from '#api/people/reach/access.ts'
import { parseId } from '#components/parse-id.ts'
import { nullIfRefused } from '#components/refusal-fallbacks.ts'

/**
 * Loads the education that the URL names, and whether the reader manages it. Null for a malformed id, where the reader
 * may see no such education, and without a session.
 */
export async function loadManagedEducation({ params, locals }: Pick<AstroGlobal, 'params' | 'locals'>) {
  const { actor, api } = locals
  const id = parseId(params['educationId'])
  const education = id ? await api('GET /Educations/:id', { params: { id } }).catch(nullIfRefused) : null
  return education && actor ? { education, manages: mayManage(actor, education) } : null
}
