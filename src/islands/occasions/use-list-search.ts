import { useRef, useState } from 'react'
import { typingWaitMs, usePopState } from '../filters/history.ts'
import { type ParticipantSearch, participantsHref, participantsUrl } from './participants-url.ts'

/** The list's search, which stands in the address: a reload, the way back and a link that is sent keep it. */
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
    const address = (of: ParticipantSearch) => participantsHref(new URL(location.href), of)
    if ('text' in fields) {
      timer.current = setTimeout(() => history.replaceState(null, '', address(next)), typingWaitMs)
      return
    }
    // What was typed just before belongs to the address that is left.
    history.replaceState(null, '', address(search))
    // A browser also tells of a choice that is the one there was.
    if (address(next) !== address(search)) history.pushState(null, '', address(next))
  }
  return { search, change }
}
