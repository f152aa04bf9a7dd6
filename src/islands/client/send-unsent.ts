import { protocolQueue, writtenOf as writtenProtocol } from '../exams/protocols.ts'
import { tapQueue, writtenOf as writtenTap } from '../occasions/taps.ts'
import { sendingQueue } from '../offline/sending.ts'
import { api } from './api.ts'
import { storedKeys } from './stored-keys.ts'

/** Sends all queued mutations of this device. Those that are refused or cannot be sent stay in the queue. */
export async function sendUnsent(readerId: string): Promise<void> {
  const taps = sendingQueue({
    name: storedKeys.taps(readerId),
    queue: tapQueue,
    write: async (items, idempotencyKey) => {
      await api('PUT /EducationPartOccasions/results', { body: items.map(writtenTap) }, { idempotencyKey })
    },
  })
  const protocols = sendingQueue({
    name: storedKeys.signedProtocols(readerId),
    queue: protocolQueue,
    write: async (items, idempotencyKey) => {
      const call = 'PUT /EducationPartsPracticalDriverExam/:id/results'
      const params = { id: items[0]?.examId ?? 0 }
      await api(call, { params, body: items.map(writtenProtocol) }, { idempotencyKey })
    },
  })
  await Promise.all([taps.send(true, true), protocols.send(true, true)])
}
