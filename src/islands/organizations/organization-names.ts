import { useRef, useState } from 'react'
import { api } from '../client/api.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'

const together = 200

async function named(ids: readonly number[]): Promise<ComboboxItem[]> {
  if (ids.length === 0) return []
  const organizations = await api('GET /Organization', { query: { ids: ids.slice(0, together) } })
  return [...organizations.map(({ id, name }) => ({ id, label: name })), ...(await named(ids.slice(together)))]
}

/** Names of the organisations that a list shows; those of people who come later are learnt before they are shown. */
export function useOrganizationNames(known: readonly ComboboxItem[]) {
  const [names, setNames] = useState<readonly ComboboxItem[]>(known)
  const asked = useRef(new Set(known.map(({ id }) => id)))
  const learn = async (ids: readonly number[]) => {
    const unknown = [...new Set(ids)].filter((id) => !asked.current.has(id))
    for (const id of unknown) asked.current.add(id)
    // Without its name an organisation is shown by its number.
    const learnt = await named(unknown).catch(() => [])
    if (learnt.length > 0) setNames((before) => [...before, ...learnt])
  }
  const know = (items: readonly ComboboxItem[]) => {
    const unknown = items.filter(({ id }) => !asked.current.has(id))
    for (const { id } of unknown) asked.current.add(id)
    if (unknown.length > 0) setNames((before) => [...before, ...unknown])
  }
  return { names, learn, know }
}

export type OrganizationNames = Pick<ReturnType<typeof useOrganizationNames>, 'learn' | 'know'>
