import { useEffect, useState } from 'react'

/**
 * Returns the query of the page (with its `?`), also after a list has changed it without loading the page. Browsers
 * without the Navigation API keep that of the hydration. `initial` is the one of the first render.
 */
export function useListQuery(initial: string): string {
  const [query, setQuery] = useState(initial)
  useEffect(() => {
    const read = () => setQuery(location.search)
    // The list may have changed the query before this island was hydrated.
    read()
    // Browsers without the Navigation API keep the query of this moment.
    if (typeof navigation === 'undefined') return
    navigation.addEventListener('currententrychange', read)
    return () => navigation.removeEventListener('currententrychange', read)
  }, [])
  return query
}
