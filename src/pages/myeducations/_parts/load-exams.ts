import type { AstroGlobal } from 'astro'
import { DriverExamFilter } from '#api/catalogue/exams/contract.ts'
import { examOrders } from '#api/catalogue/exams/rules.ts'
import { toPortalDay } from '#api/zone.ts'
import { readListView } from '#components/lists/list-view.ts'
import { parseDay } from '#islands/url-state/day-params.ts'

const columns = ['exam', 'start', 'city', 'examiner', 'places'] as const

/**
 * Loads a page of the exams that the reader runs and a URL selects, in its order. With them come the choices of the
 * filter and the saved views.
 *
 * Without the parameter `from` it begins today, with an empty one it has all. `mine=1` selects those for which the
 * reader is responsible. Invalid parameters select all coming exams. `pages` counts no further than the next page.
 * Rejects with the refusal of a call.
 */
export async function loadExams({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { actor, api, ctx } = locals
  const search = url.searchParams
  const view = readListView(url, { orders: examOrders, columns })
  const { sort, descending, pageSize } = view
  const day = (name: string, otherwise: string | undefined) => {
    const text = search.get(name)
    // A day that cannot be read, which its field explains, does not end the other filters.
    return text === null ? otherwise : parseDay(text)
  }
  const educationId = Number(search.get('education')) || null
  const city = (search.get('city') ?? '').slice(0, 100)
  const mine = search.get('mine') === '1'
  const pageNumber = Math.max(1, Math.floor(Number(search.get('page')) || 1))
  const parsed = DriverExamFilter.safeParse({
    startDate: day('from', toPortalDay(ctx.now)),
    endDate: day('until', undefined),
    educationIds: educationId ? [educationId] : [],
    cities: city ? [city] : [],
    responsibleId: mine ? actor?.id : null,
    managed: true,
    page: pageNumber,
    pageSize,
  })
  // Invalid parameters select other exams, whose first page is shown.
  const page = parsed.success ? pageNumber : 1
  const filter = parsed.success
    ? parsed.data
    : DriverExamFilter.parse({ startDate: toPortalDay(ctx.now), managed: true, pageSize })
  const call = 'POST /EducationPartsPracticalDriverExam/filter'
  const [exams, after, educations, cities, views] = await Promise.all([
    api(call, { body: { ...filter, sort, descending } }),
    // Reads one exam of the next page, to learn whether there is one.
    api(call, { body: { ...filter, sort, descending, page: page * pageSize + 1, pageSize: 1 } }),
    api('GET /EducationPartsPracticalDriverExam/allEducationsWithPracticalDriverExams'),
    api('GET /EducationPartsPracticalDriverExam/cities'),
    api('GET /SavedViews', { query: { list: 'exams' } }),
  ])
  const { managed: _, page: __, pageSize: ___, ...selected } = filter
  return {
    view,
    views,
    filter: { ...selected, sort, descending },
    exams,
    page,
    pages: after.length > 0 ? page + 1 : page,
    chosen: { educationId, city, mine, from: filter.startDate?.slice(0, 10), until: filter.endDate?.slice(0, 10) },
    educations: educations.map(({ id, title }) => ({ value: id, label: title })),
    cities: cities.map((one) => ({ value: one, label: one })),
  }
}

export type LoadedExams = Awaited<ReturnType<typeof loadExams>>
