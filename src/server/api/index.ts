import { routes as authentication } from './authentication/routes.ts'
import { routes as portalConfiguration } from './portal-configuration/routes.ts'
import { routerOf } from './router.ts'
import type { ServedCall } from './serve.ts'
import { routes as articulate } from './xapi/routes.ts'

/** The table of contents of the business: every call of the portal, answered. */
export const servedCalls: ServedCall[] = [
  // One slice a line.
  articulate,
  authentication,
  portalConfiguration,
].flat()

export const router = routerOf(servedCalls)

export { contentResponse } from './packages/serve-content.ts'
export { isRecordStorePath, recordStoreResponse } from './xapi/record-store.ts'
