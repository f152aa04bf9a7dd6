import type { AstroGlobal } from 'astro'
import { refusalCode } from '#components/refusal-fallbacks.ts'

/** Loads a certificate; null when there is none, `forbidden` when the reader may not see it. */
export async function loadCertificate({ locals, params }: Pick<AstroGlobal, 'locals' | 'params'>) {
  const { api, actor } = locals
  const [userId, educationId] = [Number(params['userId']), Number(params['educationId'])]
  const certificate =
    userId > 0 && educationId > 0
      ? await api('GET /user/:userId/certificate/:educationId', { params: { userId, educationId } }).catch(refusalCode)
      : 'not_found'
  if (certificate === 'not_found') return null
  if (typeof certificate === 'string') return 'forbidden' as const
  return { certificate, back: actor?.id === userId ? '/profile' : `/profile/${userId}` }
}

export type LoadedCertificate = Exclude<Awaited<ReturnType<typeof loadCertificate>>, string | null>
