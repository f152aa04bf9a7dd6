import { type MouseEvent, useState } from 'react'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../client/api.ts'
import { parseReplyText, type ReplyText } from '../client/reply-text.ts'
import { useLiveSearch } from '../filters/use-live-search.ts'
import type { OrganizationNames } from '../organizations/organization-names.ts'
import { findUsers, type ListCalls, listRoleOrganizations, toOrganizationItems, type UsersPage } from './find-users.ts'
import { type UserSearch, usersHref, usersUrl } from './users-url.ts'

const createListCalls = (signal: AbortSignal): ListCalls => ({
  all: (body) => api('POST /User/filtered', { body }, { signal }),
  ofEducation: (body) => api('POST /User/filterededucation', { body }, { signal }),
  ofOccasion: (body) => api('POST /User/filteredoccassion', { body }, { signal }),
})

/**
 * Returns the ids of the people that a search finds, at most `most`, in the order of the list. Rejects when a call
 * fails.
 */
export async function findUserIds(search: UserSearch, most: number): Promise<number[]> {
  const { signal } = new AbortController()
  const ids: number[] = []
  for (let page = 1; ids.length < most; page += 1) {
    const part = await findUsers(createListCalls(signal), search, { page, pageSize: 200 })
    ids.push(...(part?.items ?? []).map(({ id }) => id))
    if (!part || part.items.length < 200) break
  }
  return ids.slice(0, most)
}

/**
 * State of the list of people (`found`), searched while the reader types, as `useLiveSearch`. The search is in the URL,
 * and Back works. `first` and `stored` are read once. A failed search is in `problem` and leaves the list; `replace`
 * shows changed people without a call, `reload` reads the list again. `learn` and `know` get the organisations of
 * people's roles. `follow` loads a pressed link to the list in place and scrolls to the top of the page.
 */
export function useUsers(first: UserSearch, stored: ReplyText<UsersPage>, { learn, know }: OrganizationNames) {
  const [found, setFound] = useState(() => parseReplyText(stored))
  const live = useLiveSearch<UserSearch, UsersPage>({
    url: usersUrl,
    href: usersHref,
    initial: first,
    load: (next, { signal }) => findUsers(createListCalls(signal), next),
    onFound: (answer) => {
      know(toOrganizationItems(answer))
      setFound(answer)
    },
  })
  const { search, problem, change, show } = live
  const follow = (event: MouseEvent) => {
    if (live.follow(event)) scrollTo({ top: 0 })
  }
  const replace = (changed: readonly User[]) => {
    void learn(listRoleOrganizations(changed))
    const byId = new Map(changed.map((person) => [person.id, person]))
    setFound((now) => ({
      ...now,
      items: now.items.map((person) => ({ ...person, ...byId.get(person.id) })),
    }))
  }
  return { search, found, problem, change, follow, replace, reload: () => show(search) }
}
