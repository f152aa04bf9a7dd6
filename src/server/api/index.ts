import './contributions.ts'
import type { CallName } from './calls.ts'
import type { ServedCall } from './serve.ts'

const slices = import.meta.glob<ServedCall[]>('./*/**/routes.ts', { import: 'routes', eager: true })

/**
 * Every call of the portal with its handler, collected from `routes.ts` of each slice. `contracts.ts` declares them.
 */
export const servedCalls: ServedCall[] = Object.values(slices).flat()

const byName = new Map(servedCalls.map((served) => [served.name, served]))

/** Finds a call with its handler by name. */
export const callNamed = (name: CallName): ServedCall | undefined => byName.get(name)

export { everyPackageOrigin, isContentHost } from '#api/catalogue/packages/origins.ts'
export { contentResponse } from '#api/courses/content-origin/serve-content.ts'
export { openPlayerSocket, pushToPlayers } from '#api/courses/player-push/open-players.ts'
export { isRecordStorePath, recordStoreResponse, withStoreHeaders } from '#api/courses/xapi/record-store.ts'
export { recordPolicyReports } from '#api/foundation/policy-reports/storage.ts'
export { recordRefusedAttempt } from '#api/foundation/refused-attempts/storage.ts'
export { frameOrigin, isPaymentFrame } from '#api/money/payments/frames.ts'
export { frameTooBusy, paymentFrameResponse } from '#api/money/payments/serve-frame.ts'
export { hasJustSignedIn } from '#api/people/authentication/passwords/recent-password.ts'
export { machineBehind, recordMachineCall } from '#api/people/integrations/machine-behind.ts'
