import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { ManagedOccasion } from '#api/catalogue/occasions/management/contract.ts'
import type { Participant } from '#api/participation/sign-ups/participants/contract.ts'
import { usePageCopy } from '../offline/use-page-copy.ts'
import { toParticipantRows } from './participant-rows.ts'
import { createParticipantState } from './participant-state.ts'

interface StoredParticipants {
  occasion: ManagedOccasion
  participants: Participant[]
  /** The reader, whose changes the queue of this device holds. */
  userId: number
}

/**
 * State of the list of participants and its queued changes, which are shown at once and sent when there is a
 * connection. The participants that the page brought are read once. `waiting` counts the queued changes that are not
 * refused.
 */
export function useParticipants({ occasion, participants: stored, userId }: StoredParticipants) {
  const [list] = useState(() => createParticipantState(occasion.id, userId, stored))
  const participants = useStore(list.$people)
  const taps = useStore(list.$taps)
  const reachable = useStore(list.$reachable)
  const last = useStore(list.$last)
  useEffect(() => list.keepSending(), [list])
  usePageCopy(list.$people)
  const waiting = taps.filter(({ refusal }) => refusal === undefined).length
  return { ...list, rows: toParticipantRows(participants, taps), waiting, reachable, last: list.undoable(last, taps) }
}
