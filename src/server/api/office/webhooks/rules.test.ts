import { expect, test } from 'vitest'
import type { AuditAction } from '#api/foundation/audit/text-types.ts'
import actions from '#locales/sv/audit.json'
import { listActions, toWebhookEvent, webhookEventTypes } from './rules.ts'

const entry = {
  id: 7,
  at: '2026-11-27T06:00:00.000Z',
  action: 'license.issued' satisfies AuditAction,
  targetType: 'user',
  targetId: '42',
  data: { licenseId: 3, name: 'Anna Berg', validTo: '2027-01-01', signedOnByUserId: 9, cycle: 1 },
}

test('an event has ids and no other detail of the entry', () => {
  expect(toWebhookEvent(entry)).toEqual({
    id: 'evt_7',
    type: 'license.issued',
    timestamp: '2026-11-27T06:00:00.000Z',
    data: { target: { type: 'user', id: '42' }, licenseId: 3 },
  })
  expect(toWebhookEvent({ ...entry, action: 'session.opened' })).toBeNull()
})

test('every event stands for actions that the log records, and no action for two events', () => {
  const all = listActions(webhookEventTypes)
  expect(new Set(all).size).toBe(all.length)
  for (const action of all) expect(actions).toHaveProperty([`action.${action}`])
})
