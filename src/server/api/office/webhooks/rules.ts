/** Events that other systems can subscribe to, with the actions of the audit log that each stands for. */
const actionsByType = {
  'license.issued': ['license.issued', 'license.renewed'],
  'license.changed': ['license.stage'],
  'license.revoked': ['license.revoked', 'license.withdrawn'],
  'result.completed': ['result.completed'],
  'educationResult.completed': ['educationResult.completed', 'educationResult.imported'],
  'exam.passed': ['driverExam.passed'],
  'exam.failed': ['driverExam.failed', 'driverExam.takenBack'],
  'signUp.made': ['result.signedUp', 'result.restored'],
  'signUp.approved': ['result.approved'],
  'signUp.canceled': ['result.canceled', 'result.refused', 'result.removed'],
  'signUp.moved': ['result.moved'],
  'occasion.changed': ['occasion.created', 'occasion.changed'],
  'occasion.canceled': ['occasion.canceled'],
  'person.created': ['user.created', 'user.registered', 'user.imported'],
  'person.changed': [
    'user.edited',
    'user.registerChanged',
    'user.registerReopened',
    'user.reactivated',
    'user.joined',
    'user.left',
    'user.protected',
    'user.unprotected',
    'email.confirmed',
    'roles.changed',
    'user.merged',
    'user.mergeUndone',
  ],
  'person.merged': ['user.mergedAway'],
  'person.closed': ['user.inactive', 'user.registerClosed', 'user.importUndone', 'user.deidentified', 'erasure.done'],
  'payment.paid': ['payment.paid'],
  'payment.refunded': ['payment.refunded'],
  'alert.opened': ['alert.opened'],
  'alert.cleared': ['alert.cleared'],
} as const

export type WebhookEventType = keyof typeof actionsByType

// The keys of a constant object, in their order.
export const webhookEventTypes = Object.keys(actionsByType) as [WebhookEventType, ...WebhookEventType[]]

const typesByAction = new Map<string, WebhookEventType>(
  webhookEventTypes.flatMap((type) => actionsByType[type].map((action) => [action, type] as const)),
)

/** Lists the actions of the audit log that the types of events stand for, in the order of the types. */
export const listActions = (types: readonly WebhookEventType[]): string[] =>
  types.flatMap((type) => [...actionsByType[type]])

/** An entry of the audit log that an event is made of. */
export interface EventSource {
  id: number
  at: string
  action: string
  targetType: string
  targetId: string
  data: Record<string, unknown>
}

/**
 * An event as it is sent: `id` is `evt_` and the id of the entry of the audit log, `timestamp` the entry's time as ISO
 * text in UTC.
 */
export interface WebhookEvent {
  id: string
  type: WebhookEventType
  timestamp: string
  /** Kind and id of the thing that changed, and the ids that belong to it. */
  data: { target: { type: string; id: string }; [name: string]: unknown }
}

/** Ids of those who acted, which are nobody's business outside. */
const privateNames = new Set(['integrationAccountId', 'signedOnByUserId'])

const isPublicId = ([name, value]: [string, unknown]): boolean =>
  (/Id$/.test(name) || name === 'from' || name === 'to') && typeof value === 'number' && !privateNames.has(name)

/**
 * Converts an entry of the audit log to an event; null for an action of no event. Its `id` is `evt_` and the entry's
 * id, its `timestamp` the entry's time. It has ids only, except those of people who acted, never a name or another
 * personal detail: the receiver reads those by calls that check its access.
 */
export function toWebhookEvent({ id, at, action, targetType, targetId, data }: EventSource): WebhookEvent | null {
  const type = typesByAction.get(action)
  if (!type) return null
  const ids = Object.fromEntries(Object.entries(data).filter(isPublicId))
  return { id: `evt_${id}`, type, timestamp: at, data: { target: { type: targetType, id: targetId }, ...ids } }
}

/** States of a message. */
export const deliveryStates = { waiting: 0, delivered: 1, failed: 2 } as const
export type DeliveryState = (typeof deliveryStates)[keyof typeof deliveryStates]

/** Minutes before each further attempt; after the last one the message has failed, about three days after the first. */
const minutesBefore = [1, 5, 30, 120, 300, 600, 840, 1200, 1440]

/**
 * Returns the time of the next delivery after `attempts` failed ones, 1 or more; null after the tenth, which is the
 * last. The pause grows from a minute to a day.
 */
export function nextAttemptAt(attempts: number, now: Date): Date | null {
  const minutes = minutesBefore[attempts - 1]
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000)
}

/** Hours that a replaced secret still signs, beside the new one. */
export const hoursOfPreviousSecret = 24

/** Days after which finished messages are removed. */
export const daysOfDeliveries = 30
