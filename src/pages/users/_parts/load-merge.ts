import type { AstroGlobal } from 'astro'
import { isSuperadministrator } from '#api/actor.ts'
import { nullIfNotFound } from '#components/refusal-fallbacks.ts'

const idIn = (text: string | null): number | null => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null)

/**
 * Loads what the URL of a merge names: the preview of two people, or the one person with whom another is merged.
 * Null where there is none, and for everybody but superadministrators.
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
