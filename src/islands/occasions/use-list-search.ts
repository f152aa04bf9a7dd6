import { useEffect, useRef, useState } from 'react'
import { type ParticipantSearch, participantsHref, participantsUrl } from './participants-url.ts'

/** Browsers allow an address to be written only so often. */
const wait = 250

/** The list's search, which stands in the address: a reload, the way back and a link that is sent keep it. */
export function useListSearch() {
  const [search, setSearch] = useState(() => participantsUrl.parse(new URL(location.href)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const back = () => {
      clearTimeout(timer.current)
      setSearch(participantsUrl.parse(new URL(location.href)))
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const change = (fields: Partial<ParticipantSearch>) => {
    const next = { ...search, ...fields }
    setSearch(next)
    clearTimeout(timer.current)
    const address = (of: ParticipantSearch) => participantsHref(new URL(location.href), of)
    if ('text' in fields) {
      timer.current = setTimeout(() => history.replaceState(null, '', address(next)), wait)
      return
    }
    // What was typed just before belongs to the address that is left.
    history.replaceState(null, '', address(search))
    // A browser also tells of a choice that is the one there was.
    if (address(next) !== address(search)) history.pushState(null, '', address(next))
  }
  return { search, change }
}
