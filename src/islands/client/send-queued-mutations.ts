import { protocolQueue, toWrittenResult as writtenProtocol } from '../exams/protocols.ts'
import { resultQueue, toWrittenResult as writtenTap } from '../occasions/result-queue.ts'
import { createOfflineQueue } from '../offline/offline-queue.ts'
import { decisionQueue, toDecisionInput } from '../submissions/decision-queue.ts'
import { api } from './api.ts'
import { storedKeys } from './stored-keys.ts'

/**
 * Sends the mutations that the reader, who must be signed in, has queued on this device: results of occasions,
 * decisions on submissions, and signed exam protocols. Sends those too that could still be undone, after any other tab
 * that is sending. Those that are refused or cannot be sent stay in the queue, without an error.
 */
export async function sendQueuedMutations(readerId: string): Promise<void> {
  const taps = createOfflineQueue({
    name: storedKeys.taps(readerId),
    queue: resultQueue,
    write: async (items, idempotencyKey) => {
      await api('PUT /EducationPartOccasions/results', { body: items.map(writtenTap) }, { idempotencyKey })
    },
  })
  const protocols = createOfflineQueue({
    name: storedKeys.signedProtocols(readerId),
    queue: protocolQueue,
    write: async (items, idempotencyKey) => {
      const call = 'PUT /EducationPartsPracticalDriverExam/:id/results'
      const params = { id: items[0]?.examId ?? 0 }
      await api(call, { params, body: items.map(writtenProtocol) }, { idempotencyKey })
    },
  })
  const decisions = createOfflineQueue({
    name: storedKeys.decisions(readerId),
    queue: decisionQueue,
    write: async ([decision]) => {
      if (decision) await api('PUT /submissionAdmin/UpdateStatus/:submissionId/:status', toDecisionInput(decision))
    },
  })
  await Promise.all([taps, protocols, decisions].map(({ send }) => send(true, true)))
}
