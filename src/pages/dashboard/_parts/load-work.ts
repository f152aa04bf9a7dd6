import type { AstroGlobal } from 'astro'
import { type Actor, callerGroups } from '#api/actor.ts'
import { addDays } from '#api/days.ts'
import { toPortalDay } from '#api/zone.ts'
import { type OpenedPage, readOpened } from '#components/opened/opened-cookie.ts'
import { createMenu } from '#layouts/menu.ts'
import { screens } from '#screens/screens.ts'

const idsOf = (pages: readonly OpenedPage[], requestedKind: OpenedPage['kind']) =>
  pages.filter(({ kind }) => kind === requestedKind).map(({ id }) => id)

const toOpenedQuery = (pages: readonly OpenedPage[]) => ({
  occasionIds: idsOf(pages, 'occasion'),
  educationIds: idsOf(pages, 'education'),
  personIds: idsOf(pages, 'person'),
  organizationIds: idsOf(pages, 'organization'),
})

/**
 * Loads the start page of the office in one round trip: queues, occasions of today and of the coming week, invoiced
 * clubs, last opened pages, unread notices, events and the administration menu. With `list=guardians` in the URL it has
 * the guardian links that wait too, for a person of the users office; null otherwise.
 */
export async function loadWork(
  { locals, url, cookies }: Pick<AstroGlobal, 'locals' | 'url' | 'cookies'>,
  actor: Actor,
) {
  const { api, configuration, ctx } = locals
  const openedPages = readOpened({ cookies })
  const features = configuration?.features ?? []
  const showsGuardians = url.searchParams.get('list') === 'guardians' && callerGroups.usersOffice(actor)
  const [{ queues, agenda, invoiced }, ownNotices, events, guardians, opened] = await Promise.all([
    api('GET /Worklist/home'),
    api('GET /Notices'),
    api('GET /Events/latest', { query: { limit: 10 } }),
    showsGuardians ? api('GET /Worklist/guardians') : null,
    openedPages.length > 0 ? api('GET /Worklist/opened', { query: toOpenedQuery(openedPages) }) : [],
  ])
  const { administration } = createMenu(screens, actor, features)
  const notices = ownNotices.filter(({ readDate }) => readDate === null)
  const today = toPortalDay(ctx.now)
  return {
    work: {
      guardians: guardians?.items ?? null,
      opened: openedPages.flatMap((page) => opened.find(({ kind, id }) => kind === page.kind && id === page.id) ?? []),
      queues: queues.filter(({ kind }) => kind !== 'reports' || features.includes('License')),
      today: agenda.filter(({ startDate }) => toPortalDay(startDate) <= today),
      week: agenda.filter(({ startDate }) => toPortalDay(startDate) > today),
      invoiced,
      weekHref: `/myeducations?view=occasions&startDate=${today}&endDate=${addDays(today, 7)}`,
    },
    notices,
    events,
    administration,
    hasAside: notices.length > 0 || administration.length > 0,
  }
}

export type LoadedWork = Awaited<ReturnType<typeof loadWork>>['work']
