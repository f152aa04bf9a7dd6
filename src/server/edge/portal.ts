import type { Visitor } from '#api/context.ts'
import type { Feature } from '#api/features.ts'
import { router } from '#api/index.ts'
import type { PublicPortalConfiguration } from '#api/portal-configuration/contract.ts'
import { answerOf, replyOf } from './answer.ts'

const address = '/portalconfiguration/public'

/** The public configuration through the edge's own cache; the edge needs it to know which features are on. */
export async function publicConfiguration(ctx: Visitor): Promise<PublicPortalConfiguration | null> {
  const match = router.find('GET', address)
  if (!match) return null
  const input = { params: {} as never, query: {}, body: undefined, file: null, request: null }
  const answer = await answerOf({ match, input, address }, { ...ctx, actor: null })
  return replyOf(answer, match.served.call) as PublicPortalConfiguration | null
}

export async function activeFeatures(ctx: Visitor): Promise<readonly Feature[]> {
  return (await publicConfiguration(ctx))?.features ?? []
}
