import type { AstroGlobal } from 'astro'
import { refusalCode } from '#components/refusal-fallbacks.ts'

/**
 * Loads the CV and the picture of a person, with licences, which are empty while their feature is off. Null when there
 * is no such person, `forbidden` when the CV is refused for any other reason. Rejects with a `Refused` when the picture
 * or the licences are refused.
 */
export async function loadCv({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  const { api, actor, configuration } = locals
  const userId = Number(params['userId'])
  const cv = userId > 0 ? await api('GET /user/:id/cv', { params: { id: userId } }).catch(refusalCode) : 'not_found'
  if (cv === 'not_found') return null
  if (typeof cv === 'string') return 'forbidden' as const
  const hasHeld = configuration?.features.includes('UserLicense') ?? false
  const person = { params: { id: userId } }
  const [licenses, { pictureUrl }] = await Promise.all([
    hasHeld ? api('GET /user/:id/ActiveUserLicenses', person) : [],
    api('GET /User/:id', person),
  ])
  const isOwn = actor?.id === userId
  return { cv, licenses, pictureUrl, isOwn, back: isOwn ? '/profile' : `/profile/${userId}` }
}

export type LoadedCv = Exclude<Awaited<ReturnType<typeof loadCv>>, string | null>
