import type { AstroGlobal } from 'astro'
import { isSuperadministrator } from '#api/actor.ts'
import { studyStates } from '#api/office/study-reports/rules.ts'
import { studyReportsUrl } from '#components/study-reports/study-reports-url.ts'

export const pageSize = 25

/** Loads the choice of the licence that approves leaders; null for readers who may not choose it. */
async function loadApproval({ actor, api, configuration }: App.Locals) {
  if (!actor || !isSuperadministrator(actor) || !configuration?.features.includes('License')) return null
  const [stored, licenses] = await Promise.all([api('GET /PortalConfiguration'), api('GET /Licenses')])
  const options = licenses.map(({ id, name }) => ({ value: String(id), label: name }))
  return stored && { configuration: stored, licenses: options }
}

/**
 * Loads a page of 25 of the held occasions that the reader may report to RF-SISU, newest first, in the URL's state.
 * The period is the year that ends today unless the URL names days; those in the wrong order are swapped. Each state
 * has a tab with its count in the period. `approval`, the choice of the licence that approves leaders, is null for
 * everybody but superadministrators and without the feature.
 */
export async function loadStudyReports({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>) {
  const t = locals.t('study-reports')
  const search = studyReportsUrl.parse(url)
  const { state, page } = search
  const [from, to] =
    search.from && search.to && search.from > search.to ? [search.to, search.from] : [search.from, search.to]
  const query = { state, page, pageSize, ...(from && { from }), ...(to && { to }) }
  const [found, approval] = await Promise.all([locals.api('GET /StudyReports', { query }), loadApproval(locals)])
  const tabs = studyStates.map((name) => ({
    label: t(`tab.${name}`),
    href: studyReportsUrl.href(search, { state: name, page: 1 }),
    current: name === state,
    count: found.counts[name],
  }))
  return { search, found, approval, tabs, reportedHref: studyReportsUrl.href(search, { state: 'reported', page: 1 }) }
}
