import { expect, test } from 'vitest'
import type { Booking } from '#api/office/bookings/contract.ts'
import { unchecked } from '../../../unchecked.ts'
import { calendarUrl } from './calendar-url.ts'
import { bookingsOfItems, readChildrenBookings } from './item-bookings.ts'

const [reader, milo, alva] = [3, 7, 8]
const link = 'https://meeting.example/depot'

const seat = (onlineUrl: string | null, title = '') =>
  // Only these fields are read.
  unchecked<Booking>({ occasionId: 60, examId: null, onlineUrl, title })
const item = (userIds?: number[]) => ({ id: 'occasion-60', kind: 0, referenceId: 60, ...(userIds ? { userIds } : {}) })
const names: Record<number, string> = { [reader]: 'Du', [milo]: 'Milo', [alva]: 'Alva' }
const find = (userIds: number[] | undefined, family: { userId: number; bookings: Booking[] }[]) =>
  bookingsOfItems({
    items: [item(userIds)],
    family: family.map((one) => ({ ...one, name: names[one.userId] ?? '' })),
    readerId: reader,
  })['occasion-60']
const show = (userIds: number[] | undefined, family: { userId: number; bookings: Booking[] }[]) =>
  find(userIds, family)?.booking

test('a child’s item shows the child’s booking, with its meeting link', () => {
  expect(show([milo], [{ userId: milo, bookings: [seat(link)] }])?.onlineUrl).toBe(link)
})

test('an item of the reader and a child shows the reader’s own booking', () => {
  const family = [
    { userId: milo, bookings: [seat(link, 'child')] },
    { userId: reader, bookings: [seat(null, 'own')] },
  ]
  expect(show([reader, milo], family)?.title).toBe('own')
})

test('of two children the one who has the meeting link is shown', () => {
  const family = [
    { userId: milo, bookings: [seat(null)] },
    { userId: alva, bookings: [seat(link)] },
  ]
  expect(show([milo, alva], family)?.onlineUrl).toBe(link)
})

test('an item of several people has the booking of each, one of a single person no list', () => {
  const family = [
    { userId: reader, bookings: [seat(null, 'own')] },
    { userId: milo, bookings: [seat(link, 'child')] },
    { userId: alva, bookings: [] },
  ]
  const people = find([reader, milo], family)?.people.map(({ name, booking }) => [name, booking.title])
  expect(people).toEqual([
    ['Du', 'own'],
    ['Milo', 'child'],
  ])
  expect(find([reader], family)?.people).toEqual([])
})

test('an item of others shows no booking, and one in a calendar of all dates the reader’s own', () => {
  const family = [
    { userId: milo, bookings: [seat(link)] },
    { userId: reader, bookings: [seat(null, 'own')] },
  ]
  expect(show([alva], family)).toBeUndefined()
  expect(show(undefined, family)?.title).toBe('own')
  expect(show(undefined, family.slice(0, 1))).toBeUndefined()
})

test.each([
  ['', []],
  ['who=self', []],
  [`who=${milo}`, [milo]],
  ['who=all', [milo, alva]],
  ['who=99', []],
])('a calendar with “%s” reads the bookings of the children it shows', async (search, ids) => {
  const children = [milo, alva].map((id) => ({ id, name: '', firstName: '', pictureUrl: null }))
  const personIds: number[] = []
  // The function makes this call alone.
  const api = unchecked<App.Locals['api']>(async (_name: string, { params }: { params: { id: number } }) => {
    personIds.push(params.id)
    return { bookings: [], reservations: [] }
  })
  await readChildrenBookings(api, calendarUrl.parse(new URLSearchParams(search)), children)
  expect(personIds).toEqual(ids)
})
