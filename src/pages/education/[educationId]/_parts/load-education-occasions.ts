import type { AstroGlobal } from 'astro'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { occasionOrders } from '#api/catalogue/occasions/rules.ts'
import { queryPage } from '#api/wire.ts'
import { toPortalDay } from '#api/zone.ts'
import { readListView } from '#components/lists/list-view.ts'

/** Highest number of exams beside the occasions; the list of exams has all. */
const maxExams = 25

/**
 * Loads a page of the education's occasions that the reader manages, in the order and with the page size of the URL:
 * coming ones from today on, or all with `when=all`. On the first page it has at most 25 exams of the same period too,
 * by time, when the feature is on. `hasMoreExams` is true when there are more.
 */
export async function loadEducationOccasions(
  { locals, url }: Pick<AstroGlobal, 'locals' | 'url'>,
  { id, parts }: Education,
) {
  const { api, ctx, configuration } = locals
  const columns = ['occasion', 'start', 'city', 'places'] as const
  const view = readListView(url, { orders: occasionOrders, columns })
  const { sort, descending, pageSize } = view
  const isAll = url.searchParams.get('when') === 'all'
  const page = queryPage.safeParse(url.searchParams.get('page') ?? undefined).data ?? 1
  const period = isAll ? {} : { startDate: toPortalDay(ctx.now) }
  const showsExams =
    page === 1 && parts.some(({ type }) => type === 2) && configuration?.features.includes('PracticalDriverExamination')
  const [occasions, exams] = await Promise.all([
    api('GET /EducationPartOccasions/filter/managed', {
      query: { educationId: [id], page, pageSize, sort, descending, ...period },
    }),
    showsExams
      ? api('POST /EducationPartsPracticalDriverExam/filter', {
          // One more than is shown, to learn whether there are more.
          body: {
            educationIds: [id],
            cities: [],
            managed: true,
            ...period,
            sort: 'start',
            page: 1,
            pageSize: maxExams + 1,
          },
        })
      : [],
  ])
  return {
    view,
    isAll,
    occasions,
    exams: exams.slice(0, maxExams),
    hasMoreExams: exams.length > maxExams,
    pages: Math.ceil(occasions.total / pageSize),
  }
}
