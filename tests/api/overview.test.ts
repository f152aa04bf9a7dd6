import { expect, test } from 'vitest'
import type {
  OverviewCategory,
  OverviewDevelopment,
  OverviewEducation,
  OverviewHours,
  OverviewOccasion,
  OverviewPart,
  OverviewParticipant,
} from '#api/office/overview/contract.ts'
import { createOccasion, partResult } from '../catalogue.ts'
import { readSpreadsheetResponse } from '../spreadsheet.ts'
import {
  at,
  course,
  day,
  dayPart,
  educationWithoutCategory,
  figures,
  loadOverview,
  march,
  onDay,
  racing,
  superadministrator,
  ute,
  webPart,
} from './overview-fixtures.ts'

test('every education is listed under its categories, with counts of signed up, started and completed', async () => {
  expect(await loadOverview<OverviewCategory[]>('', march)).toEqual([
    {
      educationCategoryId: racing,
      name: 'Racing',
      educations: [{ educationId: course.id, title: 'Banfunktionär', ...figures }],
    },
    {
      educationCategoryId: 0,
      name: '',
      educations: [
        {
          educationId: educationWithoutCategory.id,
          title: 'Utan gren',
          signedUp: 0,
          inProgress: 0,
          completed: 0,
          external: 0,
        },
      ],
    },
  ])
  expect(
    await loadOverview<OverviewCategory[]>('', `${march}&educationCategoryIds=${racing}&externalOnly=true`),
  ).toMatchObject([
    { educationCategoryId: racing, educations: [{ signedUp: 1, inProgress: 1, completed: 0, external: 1 }] },
  ])
  const february = await loadOverview<OverviewCategory[]>('', 'from=2026-02-01&to=2026-02-28')
  expect(february[0]?.educations[0]).toMatchObject({ signedUp: 1, inProgress: 1, completed: 0, external: 0 })
  // Anna completes after the period: no completion is counted in it, and she no longer counts as in progress.
  const first = await loadOverview<OverviewCategory[]>('', 'from=2026-03-01&to=2026-03-10')
  expect(first[0]?.educations[0]).toMatchObject({ signedUp: 3, inProgress: 2, completed: 0, external: 1 })
})

test('overview, summary and lists of people have the same figures for any period', async () => {
  for (const [from, to] of [
    ['2026-03-01', '2026-03-31'],
    ['2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-12-31'],
    ['2025-01-01', '2025-12-31'],
  ]) {
    const categories = await loadOverview<OverviewCategory[]>('', `from=${from}&to=${to}`)
    const response = await superadministrator.fetch(
      'GET',
      `/reports/Summary?startDate=${from}T00:00:01Z&endDate=${to}T20:59:59.999Z`,
    )
    const reported = new Map(
      (await readSpreadsheetResponse(response)).rows.map(([, title, ...rest]) => [title, rest.slice(0, 4)]),
    )
    for (const one of categories.flatMap(({ educations }) => educations)) {
      expect(reported.get(one.title) ?? [0, 0, 0, 0]).toEqual([
        one.signedUp,
        one.inProgress,
        one.completed,
        one.external,
      ])
      for (const state of ['signedUp', 'inProgress', 'completed', 'external'] as const) {
        const people = await loadOverview<OverviewParticipant[]>(
          `/education/${one.educationId}/results`,
          `from=${from}&to=${to}&state=${state}`,
        )
        expect(people.length, `${one.title} ${state} ${from}`).toBe(one[state])
      }
    }
  }
})

test('an education is shown with its parts, and a part by itself', async () => {
  const education = await loadOverview<OverviewEducation>(`/education/${course.id}`, march)
  expect(education).toMatchObject({ title: 'Banfunktionär', people: 4, ...figures })
  expect(education.parts).toEqual([
    {
      educationPartId: webPart,
      title: 'Webbkurs',
      type: 1,
      people: 2,
      signedUp: 2,
      inProgress: 1,
      completed: 1,
      external: 1,
    },
    {
      educationPartId: dayPart,
      title: 'Kursdag',
      type: 0,
      people: 2,
      signedUp: 2,
      inProgress: 1,
      completed: 1,
      external: 0,
    },
  ])
  const path = `/education/${course.id}/educationpart`
  expect(await loadOverview<OverviewPart>(`${path}/${dayPart}`, march)).toEqual(education.parts[1])
  expect((await superadministrator.fetch('GET', `/overview${path}/999999`)).status).toBe(404)
  expect((await superadministrator.fetch('GET', '/overview/education/999999')).status).toBe(404)
  const onPart = await loadOverview<OverviewParticipant[]>(
    `/education/${course.id}/results`,
    `${march}&educationPartId=${dayPart}&showCompletedParticipants=true`,
  )
  expect(onPart.map(({ name }) => name)).toEqual(['Anna Alm', 'Bo Berg'])
})

test('participants are listed by name and page, the completed ones only on request', async () => {
  const path = `/education/${course.id}/results`
  const open = await loadOverview<OverviewParticipant[]>(path, march)
  expect(open).toMatchObject([
    {
      name: 'Bo Berg',
      organizations: { 30: 'Ystad MK' },
      partsCompleted: 1,
      partsTotal: 2,
      completed: false,
      completedDate: null,
    },
    { name: 'Ute Ek', organizations: {}, isExternal: true, partsCompleted: 0 },
  ])
  const all = await loadOverview<OverviewParticipant[]>(path, `${march}&showCompletedParticipants=true`)
  expect(all.map(({ name, completed }) => [name, completed])).toEqual([
    ['Anna Alm', true],
    ['Bo Berg', false],
    ['Cia Dahl', true],
    ['Ute Ek', false],
  ])
  const second = await loadOverview<OverviewParticipant[]>(
    path,
    `${march}&showCompletedParticipants=true&page=2&pageSize=3`,
  )
  expect(second.map(({ name }) => name)).toEqual(['Ute Ek'])
})

test('months start in Swedish time, districts follow the main clubs, and both add up to the education’s figures', async () => {
  const { months, districts } = await loadOverview<OverviewDevelopment>('/development', 'from=2026-02-01&to=2026-04-30')
  expect(months).toEqual([
    { month: '2026-02', signedUp: 1, completed: 0 },
    { month: '2026-03', signedUp: 2, completed: 2 },
    { month: '2026-04', signedUp: 0, completed: 0 },
  ])
  expect(districts).toEqual([
    {
      organizationId: 2,
      name: 'Distrikt Norr',
      organizationIds: [2],
      signedUp: 1,
      inProgress: 0,
      completed: 2,
      external: 0,
    },
    {
      organizationId: 3,
      name: 'Distrikt Syd',
      organizationIds: [3],
      signedUp: 1,
      inProgress: 1,
      completed: 0,
      external: 0,
    },
    { organizationId: null, name: null, organizationIds: [], signedUp: 1, inProgress: 1, completed: 0, external: 1 },
  ])
  for (const [narrowing, index] of [
    ['organizationIds=2', 0],
    ['organizationIds=3', 1],
    ['withoutDistrict=true', 2],
  ] as const) {
    const { signedUp, completed } =
      (await loadOverview<OverviewCategory[]>('', `from=2026-02-01&to=2026-04-30&${narrowing}`))[0]?.educations[0] ?? {}
    expect([signedUp, completed]).toEqual([districts[index]?.signedUp, districts[index]?.completed])
  }
})

test('hours by club equal the report', async () => {
  expect(await loadOverview<OverviewHours[]>('/hours', march)).toEqual([
    { organizationId: 20, name: 'Åre MK', district: 'Distrikt Norr', participants: 2, hours: 15, under25: 1 },
  ])
  const report = await superadministrator.fetch(
    'GET',
    '/reports/EducationHours?startDate=2026-03-01&endDate=2026-03-31',
  )
  expect(
    (await readSpreadsheetResponse(report)).rows.map(([, , club, , people, , hours]) => [club, people, hours]),
  ).toEqual([['Åre MK', 2, 15]])
})

test('occasions of the period are listed with attendance', async () => {
  await createOccasion(dayPart, { startsAt: at('2026-04-14T09:00:00Z'), endsAt: at('2026-04-14T15:00:00Z') })
  expect(await loadOverview<OverviewOccasion[]>(`/educationpart/${dayPart}/occasions`, march)).toEqual([
    {
      occasionId: day.id,
      startDate: '2026-03-14T09:00:00.000Z',
      city: 'Karlstad',
      booked: 2,
      maxParticipants: null,
      attended: 2,
      completed: 1,
      canceled: false,
    },
  ])
})

test('everybody who has passed an occasion attended it, whether or not it was registered', async () => {
  const may = { startsAt: at('2026-05-14T09:00:00Z'), endsAt: at('2026-05-14T15:00:00Z') }
  const { id } = await createOccasion(dayPart, may)
  await partResult({ ...onDay, occasionId: id, userId: ute.id, completed: true, completedAt: may.endsAt })
  expect(
    await loadOverview<OverviewOccasion[]>(`/educationpart/${dayPart}/occasions`, 'from=2026-05-01&to=2026-05-31'),
  ).toMatchObject([{ occasionId: id, booked: 1, attended: 1, completed: 1 }])
})
