import type { AstroGlobal } from 'astro'
import { isSuperadministrator } from '#api/actor.ts'
import { nullIfNotFound } from '#components/refusal-fallbacks.ts'

const idIn = (text: string | null): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/**
 * Loads the people that the URL of a merge names: with `from` and `into` the preview of the two, with `from` alone that
 * person. Null without `from`, when one does not exist or both are the same, and for everybody but superadministrators.
 */
export async function loadMerge({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { actor, api } = locals
  if (!actor || !isSuperadministrator(actor)) return null
  const [fromUserId, intoUserId] = [idIn(url.searchParams.get('from')), idIn(url.searchParams.get('into'))]
  if (fromUserId === null) return null
  if (intoUserId === null) {
    const person = await api('GET /User/:id', { params: { id: fromUserId } }).catch(nullIfNotFound)
    return person && { person, preview: null }
  }
  const preview = await api('GET /PersonMerges/preview', { query: { fromUserId, intoUserId } }).catch(nullIfNotFound)
  return preview && { person: null, preview }
}
