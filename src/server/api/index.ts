import './contributions.ts'
import type { CallName } from './calls.ts'
import type { ServedCall } from './serve.ts'

const slices = import.meta.glob<ServedCall[]>('./*/**/routes.ts', { import: 'routes', eager: true })

/**
 * Every call of the portal with its handler, collected from `routes.ts` of each slice. `contracts.ts` declares them.
 */
export const servedCalls: ServedCall[] = Object.values(slices).flat()

const byName = new Map(servedCalls.map((served) => [served.name, served]))

/**
 * Finds a call with its handler by the name of its contract row, in exactly that spelling; undefined for another name.
 */
export const findCall = (name: CallName): ServedCall | undefined => byName.get(name)

export { queueMeetings } from '#api/catalogue/occasions/meetings/sync-meetings.ts'
export { isContentHost, wildcardPackageOrigin } from '#api/catalogue/packages/origins.ts'
export { contentResponse } from '#api/courses/content-origin/serve-content.ts'
export { openPlayerSocket, pushToPlayers } from '#api/courses/player-push/open-players.ts'
export { isRecordStorePath, recordStoreResponse, withStoreHeaders } from '#api/courses/xapi/record-store.ts'
export { writeOnce } from '#api/foundation/idempotency/write-once.ts'
export { recordPolicyReports } from '#api/foundation/policy-reports/storage.ts'
export { recordRefusal } from '#api/foundation/refused-attempts/record-refusal.ts'
export { recordClockRun, recordRequest } from '#api/foundation/request-metrics/record-request.ts'
export { queueFortnox } from '#api/money/fortnox/send-waiting.ts'
export { isPaymentFrameHost, listFrameSources } from '#api/money/payments/frames.ts'
export { respondTooManyRequests, servePaymentFrame } from '#api/money/payments/serve-frame.ts'
export { queueSignUpMails } from '#api/office/mailing-rules/run-rules.ts'
export { checkHealth, isReady } from '#api/office/operations/check-health.ts'
export { isMonitorToken } from '#api/office/operations/monitor.ts'
export { watchOperations } from '#api/office/operations/watch.ts'
export { catalogueLanguage, toCatalogueSearch } from '#api/office/public-catalogue/rules.ts'
export { queueDueReports } from '#api/office/report-schedules/queue-due.ts'
export { queueWebhooks } from '#api/office/webhooks/deliver.ts'
export { queueDateNotices } from '#api/participation/education-watches/queue-notices.ts'
export { queueOffers } from '#api/participation/waiting-list/queue-offers.ts'
export { hasRecentlyAuthenticated } from '#api/people/authentication/passwords/recent-authentication.ts'
export { findIntegrationActor, recordIntegrationCall } from '#api/people/integrations/integration-actor.ts'
export { scimErrorResponse, scimResponse } from '#api/people/provisioning/answer.ts'
export { ScimError } from '#api/people/provisioning/error.ts'
export { isScimOn, isScimPath } from '#api/people/provisioning/rules.ts'
