import type { CacheEpoch, Visitor } from '#api/context.ts'
import type { Feature } from '#api/features.ts'
import type { PublicPortalConfiguration } from '#api/foundation/portal-configuration/contract.ts'
import { findCall } from '#api/index.ts'
import { unchecked } from '../../unchecked.ts'
import { answerCall, toValue } from './response-cache.ts'

const address = '/portalconfiguration/public'

interface LoadedConfiguration {
  /** The versions of the cache tags when it was loaded. */
  versions: string | null
  configuration: PublicPortalConfiguration | null
}

/** Loaded configurations by request: each of its calls reads the configuration. */
const loaded = new WeakMap<CacheEpoch, LoadedConfiguration>()

async function find(ctx: Visitor): Promise<PublicPortalConfiguration | null> {
  const served = findCall('GET /PortalConfiguration/public')
  if (!served) return null
  // The call has no parameters.
  const input = { params: unchecked<never>({}), query: {}, body: undefined, file: null, request: null }
  const result = await answerCall({ served, params: {}, input, address: () => address }, { ...ctx, actor: null })
  return toValue(result, served.call) as PublicPortalConfiguration | null
}

/**
 * Loads the public configuration (name, look and active features of the portal) through the response cache; null before
 * any has been saved. The object is frozen and shared by requests.
 *
 * A request with a session reads it once, and again only when the session's tag versions change; one without a session
 * reads it from the response cache at each call of this function.
 *
 * @throws Refused('upstream_unavailable') when another origin answers the calls and fails, and the cache has none that
 * is at most an hour past its freshness.
 */
export async function loadPublicConfiguration(ctx: Visitor): Promise<PublicPortalConfiguration | null> {
  const { sessionVersions: versions } = ctx.cacheEpoch
  const cached = loaded.get(ctx.cacheEpoch)
  if (cached && versions !== null && cached.versions === versions) return cached.configuration
  const configuration = await find(ctx)
  loaded.set(ctx.cacheEpoch, { versions, configuration })
  return configuration
}

/**
 * Loads the names of the features that are on, in no order; none before a configuration has been saved. Reads as
 * `loadPublicConfiguration` does.
 *
 * @throws Refused('upstream_unavailable') when another origin answers the calls and fails.
 */
export async function loadActiveFeatures(ctx: Visitor): Promise<readonly Feature[]> {
  return (await loadPublicConfiguration(ctx))?.features ?? []
}
