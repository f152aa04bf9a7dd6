import { useEffect, useRef, useState } from 'react'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { MeetingAttendance } from '#api/participation/meeting-attendance/contract.ts'
import { api } from '../client/api.ts'
import { useSaving } from '../editing/use-saving.ts'
import { getCopyDate } from '../offline/store-copy.ts'

/**
 * Follows who was in the online meeting of an occasion: as last fetched, and again by `fetch`. `isOffered` when the
 * portal has a meeting of it that has begun; a list that opens offline makes no calls. `minutesOf` returns the text
 * values of a participant, null for one who was not seen there.
 */
export function useMeetingAttendance({ id, meeting, canceled, startDate }: ManagedOccasion) {
  const [hasBegun] = useState(() => meeting !== null && !canceled && startDate <= new Date() && !getCopyDate())
  // Null when the service never had the meeting.
  const [attendance, setAttendance] = useState<MeetingAttendance | null | undefined>()
  const { isBusy, failure, run } = useSaving()
  const firstRun = useRef(run)
  useEffect(() => {
    if (!hasBegun) return
    void firstRun.current(async () =>
      setAttendance(await api('GET /EducationPartOccasions/:id/meeting/attendance', { params: { id } })),
    )
  }, [hasBegun, id])
  return {
    isOffered: hasBegun && attendance !== null,
    attendance,
    isBusy,
    failure,
    fetch: () =>
      run(async () =>
        setAttendance(await api('POST /EducationPartOccasions/:id/meeting/attendance', { params: { id } })),
      ),
    minutesOf: (userId: number) => {
      const found = attendance?.proposals.find((one) => one.userId === userId)
      return found && attendance ? { minutes: found.minutes, planned: attendance.plannedMinutes } : null
    },
  }
}

export type MeetingAttendanceState = ReturnType<typeof useMeetingAttendance>
