import { useEffect, useState } from 'react'
import type { Clash, ClashQuestion } from '#api/catalogue/occasions/planning/contract.ts'
import { api } from '../client/api.ts'
import type { OccasionDraft } from './occasion-draft.ts'
import { toSpan } from './occasion-draft.ts'
import type { OccasionTimes } from './occasion-times.ts'
import { listDates, type Repetition } from './repetition.ts'

const debounceMs = 500

/** Lists the sessions of an occasion, or its whole time when it has none; without those that are not complete. */
function listSessions(times: OccasionTimes): ClashQuestion['sessions'] {
  const all = times.sessions.length > 0 ? times.sessions : [{ start: times.startDate, end: times.endDate }]
  return all.flatMap(({ start, end }) => (start && end && start < end ? [{ start, end }] : []))
}

/**
 * Returns the question about clashes of a draft and its repetitions, with at most 1,000 sessions; skipped dates and
 * incomplete sessions are left out. `id` is the occasion itself, which is not counted; 0 for a new one. Null without a
 * session, and when there is neither a venue nor a responsible person.
 */
export function toClashQuestion(draft: OccasionDraft, repetition: Repetition, id: number): ClashQuestion | null {
  const { start: startDate, end: endDate } = toSpan(draft)
  const first = { ...draft, startDate, endDate }
  const dates = listDates(first, repetition).filter(({ isSkipped }) => !isSkipped)
  const sessions = dates.length > 0 ? dates.flatMap(({ times }) => listSessions(times)) : listSessions(first)
  const venue = draft.venue.trim() || null
  if (sessions.length === 0 || (venue === null && draft.responsibleIds.length === 0)) return null
  return {
    sessions: sessions.slice(0, 1000),
    city: draft.city,
    venue,
    responsibleIds: draft.responsibleIds,
    exceptId: id || null,
    exceptExamId: null,
  }
}

/**
 * Asks the server for clashes 500 ms after the last change of the question. Without a question (null) there are none. A
 * failed question finds none, because a clash is a warning only; earlier ones stay until the answer.
 */
export function useClashes(question: ClashQuestion | null): readonly Clash[] {
  const [clashes, setClashes] = useState<readonly Clash[]>([])
  const key = JSON.stringify(question)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the question.
  useEffect(() => {
    if (!question) return setClashes([])
    const stop = new AbortController()
    const ask = async () => {
      const call = api('POST /EducationPartOccasions/clashes', { body: question }, { signal: stop.signal })
      const found = await call.catch(() => [])
      if (found && !stop.signal.aborted) setClashes(found)
    }
    const timer = setTimeout(() => void ask(), debounceMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [key])
  return clashes
}
