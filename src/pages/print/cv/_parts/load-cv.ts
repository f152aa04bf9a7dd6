import type { AstroGlobal } from 'astro'
import { refusalCode } from '#components/refusal-fallbacks.ts'

/**
 * Loads the CV and the picture of a person, with licences where the portal has them. Null when there is no such person,
 * `forbidden` when the reader may not see it.
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
