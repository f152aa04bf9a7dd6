import type { Pulse, Visitor } from '#api/context.ts'
import type { Feature } from '#api/features.ts'
import type { PublicPortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { router } from '#api/index.ts'
import { unchecked } from '../../unchecked.ts'
import { answerOf, replyOf } from './answer.ts'

const address = '/portalconfiguration/public'

interface Found {
  /** What was known of purges when it was found. */
  versions: string | null
  configuration: PublicPortalConfiguration | null
}

/** Of a request, which asks for it with each of its calls. */
const found = new WeakMap<Pulse, Found>()

async function find(ctx: Visitor): Promise<PublicPortalConfiguration | null> {
  const match = router.find('GET', address)
  if (!match) return null
  const input = { params: unchecked<never>({}), query: {}, body: undefined, file: null, request: null }
  const answer = await answerOf({ match, input, address: () => address }, { ...ctx, actor: null })
  return replyOf(answer, match.served.call) as PublicPortalConfiguration | null
}

/** The public configuration through the edge's own cache; the edge needs it to know which features are on. */
export async function publicConfiguration(ctx: Visitor): Promise<PublicPortalConfiguration | null> {
  const { versions } = ctx.pulse
  const known = found.get(ctx.pulse)
  if (known && versions !== null && known.versions === versions) return known.configuration
  const configuration = await find(ctx)
  found.set(ctx.pulse, { versions, configuration })
  return configuration
}

export async function activeFeatures(ctx: Visitor): Promise<readonly Feature[]> {
  return (await publicConfiguration(ctx))?.features ?? []
}
