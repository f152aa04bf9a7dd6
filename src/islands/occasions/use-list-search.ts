import { useRef, useState } from 'react'
import { typingWaitMs, usePopState } from '../filters/history.ts'
import { type ParticipantSearch, participantsHref, participantsUrl } from './participants-url.ts'

/**
 * State of the list's search, stored in the URL, so that reloading, Back and shared links preserve it: `search`, and
 * `change` for some of its fields. Typed text replaces the URL after 250 ms; other changes add an entry to the history.
 * It reads the URL of the browser, so its list is not rendered on the server.
 */
export function useListSearch() {
  const [search, setSearch] = useState(() => participantsUrl.parse(new URL(location.href)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  usePopState(() => {
    clearTimeout(timer.current)
    setSearch(participantsUrl.parse(new URL(location.href)))
  })
  const change = (fields: Partial<ParticipantSearch>) => {
    const next = { ...search, ...fields }
    setSearch(next)
    clearTimeout(timer.current)
    const address = (ofSearch: ParticipantSearch) => participantsHref(new URL(location.href), ofSearch)
    if ('text' in fields) {
      timer.current = setTimeout(() => history.replaceState(null, '', address(next)), typingWaitMs)
      return
    }
    // Text that was typed just before belongs to the URL that is left.
    history.replaceState(null, '', address(search))
    // The select also reports a choice of the same value.
    if (address(next) !== address(search)) history.pushState(null, '', address(next))
  }
  return { search, change }
}
