import { useEffect, useState } from 'react'

/** Returns the query of the page, also after a list has changed it without loading the page. */
export function useListQuery(initial: string): string {
  const [query, setQuery] = useState(initial)
  useEffect(() => {
    // Browsers without the Navigation API keep the query that the page was loaded with.
    if (typeof navigation === 'undefined') return
    const read = () => setQuery(location.search)
    navigation.addEventListener('currententrychange', read)
    return () => navigation.removeEventListener('currententrychange', read)
  }, [])
  return query
}
