import { routes as authentication } from './authentication/routes.ts'
import { routes as portalConfiguration } from './portal-configuration/routes.ts'
import { routerOf } from './router.ts'
import type { ServedCall } from './serve.ts'

/** The table of contents of the business: every call of the portal, answered. */
export const servedCalls: ServedCall[] = [...authentication, ...portalConfiguration]

export const router = routerOf(servedCalls)
