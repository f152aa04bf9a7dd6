import { expect, test } from 'vitest'
import type { CalendarItem } from '#api/office/calendar/contract.ts'
import { parseItems, serializeItems } from './serialize-items.ts'

const at = (day: string) => new Date(`2026-12-${day}T09:00:00Z`)

const bare = {
  id: 'exam-7',
  kind: 2,
  referenceId: 7,
  educationId: 3,
  educationPartId: 4,
  title: 'Prov',
  educationTitle: 'Flagg',
  startDate: at('05'),
  endDate: at('06'),
  sessions: [],
  city: null,
  venue: null,
  invitationUrl: null,
  lastSignUpDate: null,
  availableSpots: null,
  fee: 0,
  isOnline: false,
  booked: false,
  pending: false,
  canceled: false,
  hasFreeSpots: false,
  blockedForExternalUsers: false,
} satisfies Partial<CalendarItem>
const full = {
  ...bare,
  id: 'occasion-1',
  kind: 0,
  title: 'Bana "A" & <b>',
  city: 'Växjö',
  venue: 'Hall',
  sessions: ['05', '06'].map((day) => ({ start: at(day), end: at(day) })),
  lastSignUpDate: at('01'),
  availableSpots: 2,
  fee: 12.5,
  invitationUrl: '/api/1?a=b&c=d',
} satisfies Partial<CalendarItem>

/** Fields that only the search of the server needs. */
const hidden = { partTitle: 'Bana', educationCategoryIds: [1], educationRoleIds: [2], needsApproval: true }
const read = (...items: (typeof bare | typeof full)[]) =>
  parseItems(serializeItems(items.map((item) => ({ ...item, ...hidden }) as CalendarItem)))

test('a grid deserializes its items unchanged, without the search fields', () => {
  expect(read(bare, full)).toEqual([bare, full])
})

test.each(['isOnline', 'booked', 'pending', 'canceled', 'hasFreeSpots', 'blockedForExternalUsers'] as const)(
  '%s is serialized separately',
  (flag) => expect(read({ ...full, [flag]: true })).toEqual([{ ...full, [flag]: true }]),
)
