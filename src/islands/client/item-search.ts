import { useRef, useState } from 'react'
import { roles } from '#api/held-roles.ts'
import { foldText, splitWords } from '#api/text-matching.ts'
import type { ComboboxItem } from '../ui/Combobox.tsx'
import { api } from './api.ts'

export type SearchableKind =
  | 'people'
  | 'educators'
  | 'responsiblePeople'
  | 'staff'
  | 'examiners'
  | 'educations'
  | 'organizations'

export interface ItemFilter {
  /** For organisations: only those in these branches; null for all. */
  within?: readonly number[] | null | undefined
  /** For organisations: whether inactive ones are included. */
  inactive?: boolean
  /** For examiners: the exam's education and part. */
  place?: { educationId: number; educationPartId: number }
  /** For responsible people: the part of the occasion. */
  educationPartId?: number
}

type ItemsPromise = Promise<ComboboxItem[] | null>

const debounceMs = 200

/** Lowest number of letters that starts a search; 0 where a list is offered before anything is typed. */
const minLetters: Record<SearchableKind, number> = {
  people: 2,
  educators: 2,
  responsiblePeople: 0,
  staff: 0,
  examiners: 0,
  educations: 2,
  organizations: 0,
}

const joinNames = (names: readonly string[]) => names.join(', ') || undefined

async function searchOrganizations(
  text: string,
  { within, inactive = false }: ItemFilter,
  signal: AbortSignal,
): ItemsPromise {
  // A person who manages no branch is offered no organisation.
  if (within?.length === 0) return []
  const answer = await api('GET /Organization', { query: { text, ...(within && { within: [...within] }) } }, { signal })
  return answer?.filter(({ active }) => active || inactive).map(({ id, name }) => ({ id, label: name })) ?? null
}

async function searchExaminers(text: string, { place }: ItemFilter, signal: AbortSignal): ItemsPromise {
  if (!place) return []
  const body = { ...place, text }
  const answer = await api('POST /User/possibleEducatorsForPracticalDrivingExam', { body }, { signal })
  return (
    answer?.map(({ id, name, organizationNames }) => ({ id, label: name, hint: joinNames(organizationNames) })) ?? null
  )
}

/** Finds people with a role whom the reader is responsible for. */
async function searchStaff(text: string, signal: AbortSignal): ItemsPromise {
  const body = { ...(text && { searchString: text }), roles: [...roles], pageSize: 15 }
  const answer = await api('POST /User/filtered', { body }, { signal })
  return (
    answer?.items.map(({ id, name, organizations }) => ({
      id,
      label: name,
      hint: joinNames(Object.values(organizations)),
    })) ?? null
  )
}

/** Lists those who have been responsible before, by whether their names match a single letter. */
async function suggestResponsiblePeople(
  text: string,
  { educationPartId = 0 }: ItemFilter,
  signal: AbortSignal,
): ItemsPromise {
  const query = { educationPartId }
  const answer = await api('GET /EducationPartOccasions/responsiblePeople', { query }, { signal })
  const items = answer?.map(({ id, name }) => ({ id, label: name }))
  return items ? filterMatchingItems(items, text) : null
}

async function searchItems(kind: SearchableKind, text: string, filter: ItemFilter, signal: AbortSignal): ItemsPromise {
  if (kind === 'organizations') return searchOrganizations(text, filter, signal)
  if (kind === 'examiners') return searchExaminers(text, filter, signal)
  if (kind === 'staff') return searchStaff(text, signal)
  if (kind === 'responsiblePeople' && text.length < minLetters.people)
    return suggestResponsiblePeople(text, filter, signal)
  const onlyEducators = kind === 'educators' || kind === 'responsiblePeople'
  const query = { q: text, limit: 15, ...(onlyEducators && { onlyEducators }) }
  const answer = await api('GET /search', { query }, { signal })
  if (!answer) return null
  if (kind === 'educations')
    return answer.educations.items.map(({ id, title, code }) => ({ id, label: title, hint: code ?? undefined }))
  const people = answer.people?.items ?? []
  return people.map(({ id, name, organizations }) => ({
    id,
    label: name,
    hint: joinNames(Object.values(organizations)),
  }))
}

/**
 * Lists the shown items that also match the new text, in their order, until the server has answered. Each word of the
 * text must occur in the label or the hint, regardless of case and diacritics; an empty text keeps all.
 */
export function filterMatchingItems(items: readonly ComboboxItem[], text: string): ComboboxItem[] {
  const words = splitWords(text)
  return items.filter(({ label, hint }) => {
    const shown = foldText(`${label} ${hint ?? ''}`)
    return words.every((word) => shown.includes(word))
  })
}

/**
 * Searches choices on the server while the reader types, 200 ms after the last letter; a failed search finds nothing.
 *
 * Returns the found `items` (at most 15 people, staff or educations; until the answer those of the last search that
 * match), `search` for a typed text, and `begin` for the first items of an opened list (undefined where the list begins
 * empty). `named` and `nameOf` give ids their names. `known` has the names of ids that were chosen earlier; an id
 * without a name is shown as `#id`. People and educations need two letters; a shorter text empties `items`. A newer
 * search aborts the older. `staff` are people with a role for whom the reader is responsible. `educators` and
 * `responsiblePeople` are educators and administrators; the latter begin with those of similar occasions.
 *
 * `filter` limits organisations and examiners only. Examiners without `place` and organisations within no branch are
 * not searched and give no items; inactive organisations are left out unless `inactive` is set.
 */
export function useItemSearch(kind: SearchableKind, known: readonly ComboboxItem[], filter: ItemFilter = {}) {
  const [items, setItems] = useState<ComboboxItem[]>([])
  const names = useRef(new Map<number, ComboboxItem>())
  for (const item of known) names.current.set(item.id, item)
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)
  const search = (text: string) => {
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    if (text.trim().length < minLetters[kind]) return setItems([])
    setItems((now) => filterMatchingItems(now, text))
    const stop = new AbortController()
    const fetchItems = async () => {
      // A failed search finds nothing; the next letter searches again.
      const next = await searchItems(kind, text.trim(), filter, stop.signal).catch(() => [])
      if (!next || stop.signal.aborted) return
      for (const item of next) names.current.set(item.id, item)
      setItems(next)
    }
    running.current = { timer: setTimeout(() => void fetchItems(), debounceMs), stop }
  }
  const named = (ids: readonly number[]): ComboboxItem[] =>
    ids.map((id) => names.current.get(id) ?? { id, label: `#${id}` })
  const nameOf = (id: number | null): ComboboxItem | undefined => (id === null ? undefined : named([id])[0])
  /** Fetches the first choices where the kind offers a list before anything is typed. */
  const begin = minLetters[kind] === 0 ? () => search('') : undefined
  return { items, search, begin, named, nameOf }
}
