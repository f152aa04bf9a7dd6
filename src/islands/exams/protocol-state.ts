import { persistentAtom } from '@nanostores/persistent'
import { atom } from 'nanostores'
import type { DriverExam } from '#api/catalogue/exams/contract.ts'
import type { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import { api } from '../client/api.ts'
import { storedKeys } from '../client/stored-keys.ts'
import { createId, createOfflineQueue } from '../offline/offline-queue.ts'
import {
  emptyDraft,
  mergeResults,
  type ProtocolDraft,
  protocolQueue,
  type SignedProtocol,
  signProtocol,
  toProtocolDraft,
  toWrittenResult,
} from './protocols.ts'

type Drafts = Record<string, ProtocolDraft>

function parseDrafts(text: string): Drafts {
  try {
    // Only this browser writes this entry, under the reader's own key.
    return (JSON.parse(text) as Drafts | null) ?? {}
  } catch {
    return {}
  }
}

/**
 * Creates the state of an exam's drivers: results from the server (`$results`), protocol drafts (`$drafts`), and signed
 * protocols that wait to be sent (`$queued`). Drafts and signed protocols are in the reader's local storage and shared
 * by all exams.
 *
 * `draftOf` returns a result's draft, empty at first, `change` edits it, `sign` queues it, removes it and begins to
 * send. `correct` begins a draft from a stored protocol unless there is one, and `take` and `reload` bring newer
 * results. `reload` rejects when it fails. A refused protocol stays in the queue until `reopen` makes it a draft again.
 * `send`, `keepSending` and `$reachable` are those of the offline queue.
 */
export function createProtocolState(exam: DriverExam, readerId: number, results: readonly DriverExamResult[]) {
  const examId = exam.educationPartPracticalDriverExamId
  const $results = atom(results)
  const $drafts = persistentAtom<Drafts>(
    storedKeys.protocolDrafts(readerId),
    {},
    { encode: JSON.stringify, decode: parseDrafts },
  )
  const take = (answers: readonly DriverExamResult[]) => $results.set(mergeResults($results.get(), answers))
  const remove = (resultId: number) => $results.set($results.get().filter((one) => one.resultId !== resultId))
  const sending = createOfflineQueue<SignedProtocol>({
    name: storedKeys.signedProtocols(readerId),
    queue: protocolQueue,
    async write(items, idempotencyKey) {
      // A queued protocol may belong to another exam.
      const id = items[0]?.examId ?? examId
      const body = items.map(toWrittenResult)
      const call = 'PUT /EducationPartsPracticalDriverExam/:id/results'
      const answers = await api(call, { params: { id }, body }, { idempotencyKey })
      if (id === examId) take(answers)
    },
    refresh: reload,
  })

  const draftOf = (resultId: number, drafts = $drafts.get()) => drafts[resultId] ?? emptyDraft
  const change = (resultId: number, fields: Partial<ProtocolDraft>) =>
    $drafts.set({ ...$drafts.get(), [resultId]: { ...draftOf(resultId), ...fields } })

  function forget(resultId: number) {
    const { [resultId]: _, ...others } = $drafts.get()
    $drafts.set(others)
  }

  function sign(result: DriverExamResult) {
    const about = { examId, result, checklist: exam.checklist, id: createId(), now: Date.now() }
    sending.$queued.set(protocolQueue.enqueue(sending.$queued.get(), signProtocol(draftOf(result.resultId), about)))
    forget(result.resultId)
    void sending.send()
  }

  /** Opens a refused protocol as a draft with all its results. */
  function reopen(refused: SignedProtocol) {
    const items = refused.items.map(({ id, passed, comment }) => [id, { passed, comment: comment ?? '' }])
    const { passed, note, signature } = refused
    change(refused.resultId, { items: Object.fromEntries(items), passed, note, signature })
    sending.dismiss(refused)
    // Another examiner may have signed a protocol since; it is then corrected knowingly.
    void reload().catch(() => undefined)
  }

  /** Opens a draft with the content of the stored protocol except its signature; an existing draft stays. */
  function correct(row: DriverExamResult) {
    if (row.protocol && !$drafts.get()[row.resultId])
      change(row.resultId, toProtocolDraft(row.protocol, row.note, exam.checklist))
  }

  async function reload() {
    const call = 'GET /EducationPartsPracticalDriverExam/:id/results'
    $results.set(await api(call, { params: { id: examId } }))
  }

  const { $queued, $reachable, send, keepSending } = sending
  return {
    $results,
    $drafts,
    $queued,
    $reachable,
    draftOf,
    change,
    sign,
    reopen,
    correct,
    take,
    remove,
    reload,
    send,
    keepSending,
  }
}

export type ProtocolState = ReturnType<typeof createProtocolState>
