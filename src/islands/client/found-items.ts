import { useRef, useState } from 'react'
import { folded, wordsOf } from '#api/text-matching.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { api } from './api.ts'

export type FoundKind = 'people' | 'examiners' | 'educations' | 'organizations'

export interface Narrower {
  /** Organisations: only of these branches; null: of all. */
  within?: readonly number[] | null | undefined
  /** Organisations: also those that are no longer in use. */
  inactive?: boolean
  /** Examiners: where they are to examine. */
  place?: { educationId: number; educationPartId: number }
}

type Found = Promise<ComboboxItem[] | null>

const wait = 200

/** Fewer letters find nothing; of organisations and examiners there is a list to begin with. */
const fewest: Record<FoundKind, number> = { people: 2, examiners: 0, educations: 2, organizations: 0 }

const namesIn = (names: readonly string[]) => names.join(', ') || undefined

async function foundOrganizations(text: string, { within, inactive = false }: Narrower, signal: AbortSignal): Found {
  // Somebody who answers for no branch is offered none.
  if (within?.length === 0) return []
  const answer = await api('GET /Organization', { query: { text, ...(within && { within: [...within] }) } }, { signal })
  return answer?.filter(({ active }) => active || inactive).map(({ id, name }) => ({ id, label: name })) ?? null
}

async function foundExaminers(text: string, { place }: Narrower, signal: AbortSignal): Found {
  if (!place) return []
  const body = { ...place, text }
  const answer = await api('POST /User/possibleEducatorsForPracticalDrivingExam', { body }, { signal })
  return (
    answer?.map(({ id, name, organizationNames }) => ({ id, label: name, hint: namesIn(organizationNames) })) ?? null
  )
}

async function found(kind: FoundKind, text: string, narrower: Narrower, signal: AbortSignal): Found {
  if (kind === 'organizations') return foundOrganizations(text, narrower, signal)
  if (kind === 'examiners') return foundExaminers(text, narrower, signal)
  const answer = await api('GET /search', { query: { q: text, limit: 15 } }, { signal })
  if (!answer) return null
  if (kind === 'educations')
    return answer.educations.items.map(({ id, title, code }) => ({ id, label: title, hint: code ?? undefined }))
  const people = answer.people?.items ?? []
  return people.map(({ id, name, organizations }) => ({
    id,
    label: name,
    hint: namesIn(Object.values(organizations)),
  }))
}

/** Of what is shown already, what still fits while the answer to the next letter is on its way. */
export function stillFitting(items: readonly ComboboxItem[], text: string): ComboboxItem[] {
  const words = wordsOf(text)
  return items.filter(({ label, hint }) => {
    const shown = folded(`${label} ${hint ?? ''}`)
    return words.every((word) => shown.includes(word))
  })
}

/** Choices that the server finds while one types; known ones keep their names. */
export function useFoundItems(kind: FoundKind, known: readonly ComboboxItem[], narrower: Narrower = {}) {
  const [items, setItems] = useState<ComboboxItem[]>([])
  const names = useRef(new Map<number, ComboboxItem>())
  for (const item of known) names.current.set(item.id, item)
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)
  const search = (text: string) => {
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    if (text.trim().length < fewest[kind]) return setItems([])
    setItems((now) => stillFitting(now, text))
    const stop = new AbortController()
    const ask = async () => {
      // A search that fails finds nothing; the next letter asks again.
      const next = await found(kind, text.trim(), narrower, stop.signal).catch(() => [])
      if (!next || stop.signal.aborted) return
      for (const item of next) names.current.set(item.id, item)
      setItems(next)
    }
    running.current = { timer: setTimeout(() => void ask(), wait), stop }
  }
  const named = (ids: readonly number[]): ComboboxItem[] =>
    ids.map((id) => names.current.get(id) ?? { id, label: `#${id}` })
  const nameOf = (id: number | null): ComboboxItem | undefined => (id === null ? undefined : named([id])[0])
  /** What there is to choose from before anything is typed, where there is. */
  const begin = fewest[kind] === 0 ? () => search('') : undefined
  return { items, search, begin, named, nameOf }
}
