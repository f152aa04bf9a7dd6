import { expect, test } from 'vitest'
import { createEducation, createOccasion, partResult } from '../../catalogue.ts'
import { inDays } from '../../time.ts'
import { clubAdministrator, member, readBookings } from './fixtures.ts'

const course = await createEducation([{}, {}, {}, {}])
const [firstPartId = 0, secondPartId = 0, thirdPartId = 0, fourthPartId = 0] = course.partIds
const later = await createOccasion(firstPartId, { startsAt: inDays(20), title: 'Kurshelg' })
const sooner = await createOccasion(secondPartId, { startsAt: inDays(10) })
const past = await createOccasion(thirdPartId, { startsAt: inDays(-10), endsAt: inDays(-9) })
const given = await createOccasion(fourthPartId)
const nora = await member('Ek')

const book = (educationPartId: number, occasionId: number, overrides: Partial<Parameters<typeof partResult>[0]> = {}) =>
  partResult({ userId: nora.id, educationPartId, occasionId, signedUpAt: new Date(), ...overrides })

await book(firstPartId, later.id, { feeAtSignUpMinor: 45_000, invoiceRecipientId: 20, signedUpAt: null })
await book(secondPartId, sooner.id, { feeAtSignUpMinor: 45_000, invoiceRecipientId: 21 })
await book(thirdPartId, past.id)
await book(fourthPartId, given.id, { canceled: true })

test('coming places are listed by start, with the fee that the club itself pays', async () => {
  const { items, total } = await readBookings(clubAdministrator)
  expect(total).toBe(2)
  expect(items).toMatchObject([
    {
      occasionId: sooner.id,
      title: 'Del 2',
      educationTitle: 'Funktionärsutbildning',
      pending: false,
      invoicedFee: null,
    },
    { occasionId: later.id, title: 'Kurshelg', userName: 'Nora Ek', pending: true, invoicedFee: 450 },
  ])
})

test('places are paged', async () => {
  const { items, total } = await readBookings(clubAdministrator, '?page=2&pageSize=1')
  expect([items.map(({ occasionId }) => occasionId), total]).toEqual([[later.id], 2])
})
