import { useRef, useState } from 'react'
import { api } from '../../api.ts'
import type { ComboboxItem } from '../../ui/Combobox.tsx'

type Kind = 'people' | 'educations'

const wait = 200

async function found(kind: Kind, text: string, signal: AbortSignal): Promise<ComboboxItem[] | null> {
  const answer = await api('GET /search', { query: { q: text, limit: 15 } }, { signal })
  if (!answer) return null
  if (kind === 'educations')
    return answer.educations.items.map(({ id, title, code }) => ({ id, label: title, hint: code ?? undefined }))
  const people = answer.people?.items ?? []
  return people.map(({ id, name, organizations }) => ({
    id,
    label: name,
    hint: Object.values(organizations).join(', ') || undefined,
  }))
}

/** Choices that the server finds while one types; known ones keep their names. */
export function useFoundItems(kind: Kind, known: readonly ComboboxItem[]) {
  const [items, setItems] = useState<ComboboxItem[]>([])
  const names = useRef(new Map(known.map((item) => [item.id, item])))
  const running = useRef<{ timer: ReturnType<typeof setTimeout>; stop: AbortController } | null>(null)
  const search = (text: string) => {
    if (running.current) {
      clearTimeout(running.current.timer)
      running.current.stop.abort()
    }
    if (text.trim().length < 2) return setItems([])
    const stop = new AbortController()
    const ask = async () => {
      // A search that fails finds nothing; the next letter asks again.
      const next = await found(kind, text, stop.signal).catch(() => [])
      if (!next || stop.signal.aborted) return
      for (const item of next) names.current.set(item.id, item)
      setItems(next)
    }
    running.current = { timer: setTimeout(() => void ask(), wait), stop }
  }
  const named = (ids: readonly number[]): ComboboxItem[] =>
    ids.map((id) => names.current.get(id) ?? { id, label: `#${id}` })
  return { items, search, named }
}
