import { useEffect, useRef, useState } from 'react'
import { addressWith, type ListSearch, searchIn } from './list-address.ts'

/** Browsers allow an address to be written only so often. */
const wait = 250

/** The list's search, which stands in the address: a reload, the way back and a link that is sent keep it. */
export function useListSearch() {
  const [search, setSearch] = useState(() => searchIn(new URLSearchParams(location.search)))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const back = () => {
      clearTimeout(timer.current)
      setSearch(searchIn(new URLSearchParams(location.search)))
    }
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  const change = (fields: Partial<ListSearch>) => {
    const next = { ...search, ...fields }
    setSearch(next)
    clearTimeout(timer.current)
    const address = (of: ListSearch) => addressWith(new URL(location.href), of)
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
