import type { AstroGlobal } from 'astro'
import { type Actor, isAdministrator } from '#api/actor.ts'
import { userLists } from '#api/people/user-management/lists/contract.ts'
import { nullIfRefused } from '#components/refusal-fallbacks.ts'
import { toReplyText } from '#components/reply-text.ts'
import { listRows, loadList } from '#islands/client/loaded-list.ts'
import { findUsers, type ListCalls, toOrganizationItems } from '#islands/users/find-users.ts'
import { usersUrl } from '#islands/users/users-url.ts'
import { momentText } from '#locales/moments.ts'

const noUsers = { items: [], total: 0, page: 1, pageSize: 50, roleOrganizations: {}, editableIds: [] }

/**
 * Loads the users that a URL selects, with the choices of the filters and the saved views. Only administrators filter
 * by education or occasion; for others `place` is null. A list that is refused is empty. `found` is serialized for the
 * island. `editsRoles`: the reader is an administrator, the feature is on, and both lists of choices could be loaded.
 */
export async function loadUsers({ locals, url }: Pick<AstroGlobal, 'locals' | 'url'>, actor: Actor) {
  const { api, language, configuration, reason } = locals
  const parsed = usersUrl.parse(url)
  // Only administrators may filter by learning progress.
  const search = isAdministrator(actor) ? parsed : { ...parsed, educationId: null, occasionId: null, state: null }
  const ask: ListCalls = {
    all: (body) => api('POST /User/filtered', { body }),
    ofEducation: (body) => api('POST /User/filterededucation', { body }),
    ofOccasion: (body) => api('POST /User/filteredoccassion', { body }),
  }
  // The URL may name an education or an occasion that does not exist; the list is then empty.
  const [found, views, chosen, categories, roles, education, occasion] = await Promise.all([
    findUsers(ask, search).catch(nullIfRefused),
    api('GET /SavedViews', { query: { list: 'users' } }),
    search.organizationId ? api('GET /Organization', { query: { ids: [search.organizationId] } }) : [],
    loadList(api('GET /EducationCategory'), reason),
    loadList(api('GET /EducationRole'), reason),
    search.educationId ? api('GET /Educations/:id', { params: { id: search.educationId } }).catch(nullIfRefused) : null,
    search.occasionId
      ? api('GET /EducationPartOccasions/:id', { params: { id: search.occasionId } }).catch(nullIfRefused)
      : null,
  ])
  const named = (all: readonly { id: number; name: string }[]) => all.map(({ id, name }) => ({ id, label: name }))
  const items = {
    Organization: [...(found ? toOrganizationItems(found) : []), ...named(chosen)],
    EducationCategory: named(listRows(categories)),
    EducationRole: named(listRows(roles)),
  }
  const hasLists = !categories.error && !roles.error
  const editsRoles = hasLists && Boolean(configuration?.features.includes('RoleManagement')) && isAdministrator(actor)
  const place = isAdministrator(actor)
    ? {
        education: education && { id: education.id, label: education.title },
        occasion: occasion && {
          id: occasion.id,
          label: `${occasion.educationTitle}, ${momentText(occasion.startDate, 'day', language)}`,
        },
      }
    : null
  return {
    search,
    found: toReplyText(found ?? noUsers, userLists['POST /User/filterededucation'].reply),
    views,
    items,
    categories,
    roles,
    editsRoles,
    place,
  }
}
