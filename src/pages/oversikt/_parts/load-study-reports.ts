import type { AstroGlobal } from 'astro'
import { studyStates } from '#api/office/study-reports/rules.ts'
import { studyReportsUrl } from '#islands/study-reports/study-reports-url.ts'

export const pageSize = 25

/** Loads a page of the occasions that the reader may report to RF-SISU, in one state, with tabs for all states. */
export async function loadStudyReports({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const t = locals.t('study-reports')
  const search = studyReportsUrl.parse(url)
  const { state, page } = search
  const [from, to] =
    search.from && search.to && search.from > search.to ? [search.to, search.from] : [search.from, search.to]
  const query = { state, page, pageSize, ...(from && { from }), ...(to && { to }) }
  const found = await locals.api('GET /StudyReports', { query })
  const tabs = studyStates.map((name) => ({
    label: t(`tab.${name}`),
    href: studyReportsUrl.href(search, { state: name, page: 1 }),
    current: name === state,
    count: found.counts[name],
  }))
  return { search, found, tabs, reportedHref: studyReportsUrl.href(search, { state: 'reported', page: 1 }) }
}
