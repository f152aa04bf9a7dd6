import { useState } from 'react'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { toast } from '../ui/toast.ts'
import type { ProtocolState } from './protocol-state.ts'
import type { DriverRow } from './protocols.ts'

/**
 * Operations on a driver that take effect at once, each with a toast of its outcome; none rejects. `admit` approves the
 * sign-up, `takeBack` the result, `approve` completes without a protocol, `takeOff` removes the driver. They need a
 * connection: nothing is queued. The answers are taken into `state`.
 */
export function useDriverActions(state: ProtocolState, examId: number) {
  const t = useTexts('exams')
  const [isBusy, setIsBusy] = useState(false)
  const attempt = async (operation: () => Promise<void>, done: string) => {
    setIsBusy(true)
    try {
      await operation()
      toast(done)
    } catch (error) {
      toast(toFailure(error).message, 'danger')
    }
    setIsBusy(false)
  }
  const write = async (row: DriverRow, fields: object) => {
    const call = 'PUT /EducationPartsPracticalDriverExam/:id/results'
    const { resultId, userId } = row
    state.take(await api(call, { params: { id: examId }, body: [{ resultId, userId, ...fields }] }))
  }
  return {
    isBusy,
    admit: (row: DriverRow) => attempt(() => write(row, { signUpDate: new Date() }), t('admitted', { name: row.name })),
    takeBack: (row: DriverRow) => attempt(() => write(row, { completed: false }), t('takenBack', { name: row.name })),
    approve: (row: DriverRow) =>
      attempt(
        async () => {
          const call = 'POST /EducationPartsPracticalDriverExam/:id/results/:userId/approve'
          state.take([await api(call, { params: { id: examId, userId: row.userId } })])
        },
        t('approved', { name: row.name }),
      ),
    takeOff: (row: DriverRow) =>
      attempt(
        async () => {
          const call = 'DELETE /EducationPartsPracticalDriverExam/:id/results/:userId/:resultId'
          await api(call, { params: { id: examId, userId: row.userId, resultId: row.resultId } })
          state.remove(row.resultId)
          // The driver is removed; a list that cannot be read again must not look like a failed removal.
          await state.reload().catch(() => undefined)
        },
        t('takenOff', { name: row.name }),
      ),
  }
}

export type DriverOperations = ReturnType<typeof useDriverActions>
