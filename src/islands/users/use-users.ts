import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { User } from '#api/people/users/contract.ts'
import { api } from '../api.ts'
import { failureOf } from '../editing/use-draft.ts'
import type { OrganizationNames } from '../organizations/organization-names.ts'
import { type Ask, type Found, findUsers, namedIn, organizationsOf } from './find-users.ts'
import { type UserSearch, usersHref, usersUrl } from './users-url.ts'

const wait = 250

const asking = (signal: AbortSignal): Ask => ({
  all: (body) => api('POST /User/filtered', { body }, { signal }),
  ofEducation: (body) => api('POST /User/filterededucation', { body }, { signal }),
  ofOccasion: (body) => api('POST /User/filteredoccassion', { body }, { signal }),
})

/** The ids of everybody whom a search finds, as many as asked for. */
export async function idsOf(search: UserSearch, most: number): Promise<number[]> {
  const { signal } = new AbortController()
  const ids: number[] = []
  for (let page = 1; ids.length < most; page += 1) {
    const part = await findUsers(asking(signal), search, { page, pageSize: 200 })
    ids.push(...(part?.items ?? []).map(({ id }) => id))
    if (!part || part.items.length < 200) break
  }
  return ids.slice(0, most)
}

interface Running {
  timer: ReturnType<typeof setTimeout>
  stop: AbortController
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Where a press leads when it is on a link to the list itself. */
function listLink(event: MouseEvent): URL | null {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  return link && isPlain(event) && link.pathname.toLowerCase() === usersUrl.path ? new URL(link.href) : null
}

/** Searches as one types. What is looked for stands in the address, and back works. */
export function useUsers(first: UserSearch, stored: Found, { learn, know }: OrganizationNames) {
  const [search, setSearch] = useState(first)
  const [found, setFound] = useState(stored)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<Running | null>(null)

  const show = (next: UserSearch, { after = 0, write = 'none' as 'none' | 'push' | 'replace' } = {}) => {
    setSearch(next)
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    const stop = new AbortController()
    const ask = async () => {
      try {
        const answer = await findUsers(asking(stop.signal), next)
        if (!answer || stop.signal.aborted) return
        // The list is shown before its address, so that a press after it meets the new rows.
        flushSync(() => {
          know(namedIn(answer))
          setFound(answer)
          setProblem(null)
        })
        if (write === 'push') history.pushState(null, '', usersHref(next))
        if (write === 'replace') history.replaceState(null, '', usersHref(next))
      } catch (error) {
        setProblem(failureOf(error).message)
      }
    }
    running.current = { timer: setTimeout(() => void ask(), after), stop }
  }

  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    const back = () => latest.current(usersUrl.parse(new URL(location.href)))
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])

  const change = (fields: Partial<UserSearch>) => {
    const isTyped = 'text' in fields
    show({ ...search, page: 1, ...fields }, { after: isTyped ? wait : 0, write: isTyped ? 'replace' : 'push' })
  }
  const follow = (event: MouseEvent) => {
    const target = listLink(event)
    if (!target) return
    event.preventDefault()
    scrollTo({ top: 0 })
    show(usersUrl.parse(target), { write: 'push' })
  }
  const replace = (changed: readonly User[]) => {
    void learn(organizationsOf(changed))
    const byId = new Map(changed.map((person) => [person.id, person]))
    setFound((now) => ({
      ...now,
      items: now.items.map((person) => ({ ...person, ...byId.get(person.id) })),
    }))
  }
  return { search, found, problem, change, follow, replace, reload: () => show(search) }
}
