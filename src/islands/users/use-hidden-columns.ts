import { useEffect, useState } from 'react'
import { storedKeys } from '../client/stored-keys.ts'
import { hiddenByDefault } from './user-columns.tsx'

function readHidden(): Set<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedKeys.hiddenColumns) ?? 'null')
    return new Set(Array.isArray(stored) ? stored.map(String) : hiddenByDefault)
  } catch {
    return new Set(hiddenByDefault)
  }
}

/**
 * State of the columns that are hidden, by their keys, stored in the browser by `change`. The first render hides those
 * of `hiddenByDefault`; the stored ones follow hydration.
 */
export function useHiddenColumns() {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set(hiddenByDefault))
  useEffect(() => setHidden(readHidden()), [])
  const change = (next: Set<string>) => {
    localStorage.setItem(storedKeys.hiddenColumns, JSON.stringify([...next]))
    setHidden(next)
  }
  return { hidden, change }
}
