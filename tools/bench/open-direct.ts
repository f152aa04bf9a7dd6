import { readBuilt, type WorkerOptions } from '../built-worker.ts'
import { type Portal, type PortalOptions, portalWorker, runWorkers } from '../portal.ts'
import { directPortal, type ExtraEntry } from './direct-socket.ts'

/** Any free port for Miniflare's own entry, which the bench uses only to run the clock. */
const anyPort = 0

/** Runs the built Worker on a direct socket, without Miniflare's own Workers in front of it; see README.md. */
export function openDirectPortal(
  options: PortalOptions,
  extra?: ExtraEntry,
  beside: readonly WorkerOptions[] = [],
): Promise<Portal> {
  const portal = directPortal(portalWorker(options), readBuilt(), options.port, extra)
  return runWorkers(options, [portal, ...beside], anyPort)
}
