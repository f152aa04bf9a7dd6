import type { AstroGlobal } from 'astro'
import { queryPage } from '#api/wire.ts'

const views = ['worklist', 'approvals', 'missing', 'occasions', 'exams', 'reports'] as const
type View = (typeof views)[number]

/** Parses the open tab in a URL; the worklist by default. */
function parseView(search: URLSearchParams, hasExams: boolean): View {
  const view = views.find((name) => name === search.get('view')) ?? 'worklist'
  return view === 'exams' && !hasExams ? 'worklist' : view
}

interface WorklistQuery {
  all: boolean
  text: string
  page: number
}

/** Loads the occasions and educations of the worklist; a search finds educations only. */
async function loadWorklist(api: App.Locals['api'], query: WorklistQuery) {
  // The educations would otherwise come below all coming occasions on a phone.
  const isSearch = query.text !== ''
  const [occasions, educations] = await Promise.all([
    isSearch ? [] : api('GET /EducationPartOccasions/desk', { query: { all: query.all } }),
    api('GET /Educations/desk', { query }),
  ])
  return { all: query.all, occasions, educations }
}

const isEmpty = ({ occasions, educations }: Awaited<ReturnType<typeof loadWorklist>>) =>
  occasions.length === 0 && educations.total === 0

/**
 * Loads the worklist. When neither an own list nor everything was asked for, a person who is responsible for nothing
 * sees all that they may manage.
 */
async function loadFirstWorklist(api: App.Locals['api'], query: WorklistQuery, isChosen: boolean) {
  const own = await loadWorklist(api, query)
  if (isChosen || query.text !== '' || !isEmpty(own)) return own
  const all = await loadWorklist(api, { ...query, all: true })
  return isEmpty(all) ? own : all
}

/**
 * Loads an educator's worklist; a search finds educations only, and the other tabs load their own data. `pressing` has
 * the occasions with a reason to act, and `coming` the others.
 *
 * With `all=1` in the URL it has all that the person may manage, with another `all` only that for which the person is
 * responsible. Without `all`, a person responsible for nothing sees all, but a search finds only the person's own.
 * Rejects with the refusal of a call.
 */
export async function loadMyEducations({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const { api, configuration } = locals
  const search = url.searchParams
  const hasExams = configuration?.features.includes('PracticalDriverExamination') ?? false
  const view = parseView(search, hasExams)
  const text = (search.get('text') ?? '').slice(0, 200)
  const page = queryPage.safeParse(search.get('page') ?? undefined).data ?? 1
  const query = { all: search.get('all') === '1', text, page }
  const { all, occasions, educations } =
    view === 'worklist'
      ? await loadFirstWorklist(api, query, search.has('all'))
      : { all: query.all, occasions: [], educations: { items: [], total: 0, isLeast: false, page, pageSize: 1 } }
  return {
    view,
    all,
    text,
    page,
    hasExams,
    isSearch: view === 'worklist' && text !== '',
    educations,
    pressing: occasions.filter(({ reasons }) => reasons.length > 0),
    coming: occasions.filter(({ reasons }) => reasons.length === 0),
  }
}

export type LoadedWorklist = Awaited<ReturnType<typeof loadMyEducations>>
