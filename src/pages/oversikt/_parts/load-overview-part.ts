import type { AstroGlobal } from 'astro'
import { figuresPath } from '#components/course-figures/figure-texts.ts'
import { nullIfRefused } from '#components/refusal-fallbacks.ts'
import { readOverviewSearch } from './load-overview.ts'
import { parseOverviewId, readParticipantView, toParticipantsQuery } from './load-overview-education.ts'
import { createOverviewFilterLinks } from './overview-filter-links.ts'
import { partPath, toOverviewQuery } from './overview-url.ts'

/**
 * Loads the figures of a part of an education in the period and scope of the URL, by default the year that ends today.
 * A page of participants, 50 unless the URL has another size, and all occasions of the period, at most 2,000 and
 * whatever the scope, come along. Null for an unknown education, and for a part that it does not have. Rejects with
 * `not_allowed` for everybody but superadministrators. `courseFigures` is the path of a digital part's statistics;
 * undefined for other parts.
 */
export async function loadOverviewPart({ locals, params, url }: Pick<AstroGlobal, 'locals' | 'params' | 'url'>) {
  const { api } = locals
  const educationId = parseOverviewId(params['educationId'])
  const educationPartId = parseOverviewId(params['educationPartId'])
  if (!educationId || !educationPartId) return null
  const path = partPath(educationId, educationPartId)
  const search = readOverviewSearch({ locals, url })
  const { from, to } = search
  const view = readParticipantView(url)
  const [education, occasions, people, organizations] = await Promise.all([
    api('GET /overview/education/:educationId', { params: { educationId }, query: toOverviewQuery(search) }).catch(
      nullIfRefused,
    ),
    api('GET /overview/educationpart/:educationPartId/occasions', {
      params: { educationPartId },
      query: { from, to, educationId },
    }),
    api('GET /overview/education/:educationId/results', {
      params: { educationId },
      query: { ...toParticipantsQuery(search, view), educationPartId },
    }),
    search.organizationIds.length > 0 ? api('GET /Organization', { query: { ids: search.organizationIds } }) : [],
  ])
  const part = education?.parts.find((one) => one.educationPartId === educationPartId)
  if (!education || !part) return null
  return {
    view,
    educationId,
    path,
    search,
    education,
    part,
    occasions,
    people,
    active: createOverviewFilterLinks({ path, search, t: locals.t('overview'), organizations }),
    courseFigures: part.type === 1 ? figuresPath(educationId, educationPartId) : undefined,
  }
}
