import { expect, test } from 'vitest'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { unchecked } from '../../../../unchecked.ts'
import { loadEducationOccasions } from './load-education-occasions.ts'

// Only the id and the types of the parts are read here.
const education = unchecked<Education>({ id: 7, parts: [{ type: 0 }, { type: 2 }] })

/** Loads the occasions at a query string, of an education with a number of exams; returns also the queries of exams. */
async function loadAt(search: string, examCount: number) {
  const examQueries: { startDate?: string; pageSize: number }[] = []
  const api = (call: string, { body }: { body: { startDate?: string; pageSize: number } }) => {
    if (call === 'GET /EducationPartOccasions/filter/managed') return Promise.resolve({ items: [], total: 30, page: 1 })
    examQueries.push(body)
    return Promise.resolve(Array.from({ length: Math.min(examCount, body.pageSize) }, (_, id) => ({ id })))
  }
  // The loader reads no more of a page than this.
  const astro = unchecked<Parameters<typeof loadEducationOccasions>[0]>({
    locals: {
      api,
      ctx: { now: new Date('2026-12-01T10:00:00Z') },
      configuration: { features: ['PracticalDriverExamination'] },
    },
    url: new URL(`https://portal.example/education/7/occasions${search}`),
  })
  return { ...(await loadEducationOccasions(astro, education)), examQueries }
}

test('the first page has the exams from today on, and all of them where all occasions are shown', async () => {
  const coming = await loadAt('', 3)
  expect(coming.exams).toHaveLength(3)
  expect(coming.examQueries).toMatchObject([{ startDate: '2026-12-01' }])
  const all = await loadAt('?when=all', 3)
  expect(all.exams).toHaveLength(3)
  expect(all.examQueries[0]).not.toHaveProperty('startDate')
})

test('a later page repeats no exam', async () => {
  const later = await loadAt('?page=2', 3)
  expect([later.exams, later.examQueries, later.hasMoreExams]).toEqual([[], [], false])
})

test('of more than 25 exams 25 are shown, and the others are mentioned', async () => {
  const [exact, more] = [await loadAt('', 25), await loadAt('', 26)]
  expect([exact.exams.length, exact.hasMoreExams]).toEqual([25, false])
  expect([more.exams.length, more.hasMoreExams]).toEqual([25, true])
})
