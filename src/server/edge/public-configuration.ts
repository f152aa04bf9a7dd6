import type { CacheEpoch, Visitor } from '#api/context.ts'
import type { Feature } from '#api/features.ts'
import type { PublicPortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { findCall } from '#api/index.ts'
import { unchecked } from '../../unchecked.ts'
import { resultOf, toValue } from './response-cache.ts'

const address = '/portalconfiguration/public'

interface Found {
  /** The versions of cache tags under which it was found. */
  versions: string | null
  configuration: PublicPortalConfiguration | null
}

/** Of a request, which asks for it with each of its calls. */
const found = new WeakMap<CacheEpoch, Found>()

async function find(ctx: Visitor): Promise<PublicPortalConfiguration | null> {
  const served = findCall('GET /PortalConfiguration/public')
  if (!served) return null
  const input = { params: unchecked<never>({}), query: {}, body: undefined, file: null, request: null }
  const result = await resultOf({ served, params: {}, input, address: () => address }, { ...ctx, actor: null })
  return toValue(result, served.call) as PublicPortalConfiguration | null
}

/** The public configuration through the edge's own cache; the edge needs it to know which features are on. */
export async function publicConfiguration(ctx: Visitor): Promise<PublicPortalConfiguration | null> {
  const { sessionVersions: versions } = ctx.cacheEpoch
  const known = found.get(ctx.cacheEpoch)
  if (known && versions !== null && known.versions === versions) return known.configuration
  const configuration = await find(ctx)
  found.set(ctx.cacheEpoch, { versions, configuration })
  return configuration
}

export async function activeFeatures(ctx: Visitor): Promise<readonly Feature[]> {
  return (await publicConfiguration(ctx))?.features ?? []
}
