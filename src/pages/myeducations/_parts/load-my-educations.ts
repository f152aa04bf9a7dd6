import type { AstroGlobal } from 'astro'
import { queryPage } from '#api/wire.ts'

const views = ['worklist', 'occasions', 'exams', 'reports'] as const
type View = (typeof views)[number]

/** Parses the open tab in a URL; the worklist by default. */
function parseView(search: URLSearchParams, hasExams: boolean): View {
  const view = views.find((name) => name === search.get('view')) ?? 'worklist'
  return view === 'exams' && !hasExams ? 'worklist' : view
}

/** Loads an educator's worklist. The other tabs load their own data. */
export async function loadMyEducations({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api, configuration } = locals
  const search = url.searchParams
  const hasExams = configuration?.features.includes('PracticalDriverExamination') ?? false
  const view = parseView(search, hasExams)
  const all = search.get('all') === '1'
  const text = (search.get('text') ?? '').slice(0, 200)
  const page = queryPage.safeParse(search.get('page') ?? undefined).data ?? 1
  // A search shows only educations, which would otherwise come below all coming occasions on a phone.
  const isSearch = view === 'worklist' && text !== ''
  const [occasions, educations] =
    view === 'worklist'
      ? await Promise.all([
          isSearch ? [] : api('GET /EducationPartOccasions/desk', { query: { all } }),
          api('GET /Educations/desk', { query: { all, text, page } }),
        ])
      : [[], { items: [], total: 0, isLeast: false, page, pageSize: 1 }]
  return {
    view,
    all,
    text,
    page,
    hasExams,
    isSearch,
    educations,
    pressing: occasions.filter(({ reasons }) => reasons.length > 0),
    coming: occasions.filter(({ reasons }) => reasons.length === 0),
  }
}

export type LoadedWorklist = Awaited<ReturnType<typeof loadMyEducations>>
