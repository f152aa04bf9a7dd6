import { useRef, useState } from 'react'
import { api } from '../client/api.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'

const maxIdsPerCall = 200

async function fetchNames(ids: readonly number[]): Promise<ComboboxItem[]> {
  if (ids.length === 0) return []
  const organizations = await api('GET /Organization', { query: { ids: ids.slice(0, maxIdsPerCall) } })
  return [
    ...organizations.map(({ id, name }) => ({ id, label: name })),
    ...(await fetchNames(ids.slice(maxIdsPerCall))),
  ]
}

/**
 * Names of the organisations in a list, at first `initial`; `learn` fetches missing ones before their people are shown,
 * `know` adds ones that are at hand. `learn` never rejects, and asks for each id once: names that could not be fetched
 * stay missing.
 */
export function useOrganizationNames(initial: readonly ComboboxItem[]) {
  const [names, setNames] = useState<readonly ComboboxItem[]>(initial)
  const requested = useRef(new Set(initial.map(({ id }) => id)))
  const learn = async (ids: readonly number[]) => {
    const unknown = [...new Set(ids)].filter((id) => !requested.current.has(id))
    for (const id of unknown) requested.current.add(id)
    // An organisation without a loaded name is shown by its number.
    const loaded = await fetchNames(unknown).catch(() => [])
    if (loaded.length > 0) setNames((before) => [...before, ...loaded])
  }
  const know = (items: readonly ComboboxItem[]) => {
    const unknown = items.filter(({ id }) => !requested.current.has(id))
    for (const { id } of unknown) requested.current.add(id)
    if (unknown.length > 0) setNames((before) => [...before, ...unknown])
  }
  return { names, learn, know }
}

export type OrganizationNames = Pick<ReturnType<typeof useOrganizationNames>, 'learn' | 'know'>
