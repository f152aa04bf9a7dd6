import { expect, test } from 'vitest'
import type { OverviewParticipant, OverviewParticipation } from '#api/office/overview/contract.ts'
import { createEducation, educationResult, partResult } from '../catalogue.ts'
import { signedIn } from '../portal.ts'
import { expectOrderOverPages } from './list-orders.ts'

const office = await signedIn({ roles: { SuperAdministrator: {} } })
const educations = [await createEducation([{}, {}], { title: 'Ålder' }), await createEducation([{}], { title: 'Zon' })]
const [first] = educations
if (!first) throw new Error('no education was created')
const days = [3, 1, 2, 1, 3].map((day) => new Date(Date.UTC(2026, 1, day)))

// Of five people two have the same name, two have signed up on the same day, and two have completed a part.
for (const [at, firstName] of ['Åsa', 'Ada', 'Åsa', 'Eva', 'Ada'].entries()) {
  const { id: userId } = await signedIn({ firstName, lastName: 'Ek' })
  const signedUpAt = days[at]
  const completed = at > 2
  const completion = { completed, completedAt: completed ? new Date(Date.UTC(2026, 2, 1)) : null }
  for (const { id: educationId, firstPartId: educationPartId } of educations) {
    await educationResult({ userId, educationId, signedUpAt })
    await partResult({ userId, educationId, educationPartId, signedUpAt, ...completion })
  }
}

const period = 'from=2026-01-01&to=2026-12-31'
const toQuery = (place: object) => new URLSearchParams(Object.entries(place).map(([name, value]) => [name, `${value}`]))
const timeOf = (moment: Date | null) => (moment === null ? '' : String(moment))
const inSwedishOrder = (name: string) => name.toLowerCase().replace('å', '{a')

test.each([
  ['name', ({ name }: OverviewParticipant) => inSwedishOrder(name)],
  ['parts', ({ partsCompleted }: OverviewParticipant) => partsCompleted],
  ['signedUp', ({ signUpDate }: OverviewParticipant) => timeOf(signUpDate)],
  ['completed', ({ completedDate }: OverviewParticipant) => timeOf(completedDate)],
] as const)('participants of the overview keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const path = `/overview/education/${first.id}/results?${period}&showCompletedParticipants=true`
  const walk = {
    read: (place: object) => office.json<OverviewParticipant[]>('GET', `${path}&${toQuery(place)}`),
    idOf: ({ userId }: OverviewParticipant) => userId,
  }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(5)
})

test.each([
  ['name', ({ name }: OverviewParticipation) => inSwedishOrder(name)],
  ['education', ({ title }: OverviewParticipation) => inSwedishOrder(title)],
  ['signedUp', ({ signUpDate }: OverviewParticipation) => timeOf(signUpDate)],
  ['completed', ({ completedDate }: OverviewParticipation) => timeOf(completedDate)],
] as const)('participations keep the order by %s over the borders of pages', async (sort, valueIn) => {
  const walk = {
    read: async (place: object) =>
      (
        await office.json<{ items: OverviewParticipation[] }>(
          'GET',
          `/overview/participations?${period}&${toQuery(place)}`,
        )
      ).items,
    idOf: ({ userId, educationId }: OverviewParticipation) => `${userId} ${educationId}`,
  }
  expect(await expectOrderOverPages(walk, sort, valueIn)).toHaveLength(10)
})
