import { useState } from 'react'
import type { WaitingEntry } from '#api/participation/waiting-list/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import type { FamilyMember } from '../sign-ups/companions.ts'
import { Button } from '../ui/Button.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { JoinDialog } from './JoinDialog.tsx'

interface JoinQueueProps {
  userId: number
  educationId: number
  occasionId: number
  /** Name of the person, when it is a child of the reader. */
  person?: string | undefined
  /** The person and the rest of the family, one of whom or several can join; nobody is asked about one alone. */
  family?: readonly FamilyMember[] | undefined
}

interface NewEntry {
  userIds: number[]
  educationId: number
  occasionId: number
}

const join = withIdempotencyKey(({ occasionId, ...body }: NewEntry, idempotencyKey) =>
  api('POST /EducationPartOccasions/:id/waitingList', { params: { id: occasionId }, body }, { idempotencyKey }),
)

/** Finds the entry that was just made among the caller's. */
const findJoined = (entries: readonly WaitingEntry[], { userIds, occasionId }: NewEntry) =>
  entries.find((entry) => entry.occasionId === occasionId && entry.members.some((one) => userIds.includes(one.userId)))

/** Joins the queue and reloads the page, which then shows the place. */
function useJoining({ educationId, occasionId, person, family = [] }: JoinQueueProps) {
  const t = useTexts('waiting-list')
  const [isBusy, setIsBusy] = useState(false)
  async function joinFor(userIds: number[], onRefused: (message: string | null) => void) {
    const newEntry = { userIds, educationId, occasionId }
    setIsBusy(true)
    onRefused(null)
    try {
      const entry = findJoined(await join(newEntry), newEntry)
      const position = entry?.position ?? 1
      const names = entry?.members.map(({ name }) => name).join(', ') ?? ''
      const isNamed = person !== undefined || family.length > 1
      toastOnNextPage(isNamed ? t('joinedOf', { names, position }) : t('joined', { position }))
      location.reload()
    } catch (error) {
      setIsBusy(false)
      onRefused(error instanceof Error ? error.message : t('notPossible'))
    }
  }
  return { isBusy, joinFor }
}

function JoinButton(props: JoinQueueProps) {
  const { userId, family = [] } = props
  const t = useTexts('waiting-list')
  const [choosing, setChoosing] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { isBusy, joinFor } = useJoining(props)
  const isAlone = family.length < 2
  const open = () => {
    setProblem(null)
    setChoosing(true)
  }
  const press = () => (isAlone ? void joinFor([userId], (message) => message && toast(message, 'danger')) : open())
  return (
    <>
      <Button tone="secondary" isBusy={isBusy && isAlone} onClick={press}>
        {t('join')}
      </Button>
      {choosing && (
        <JoinDialog
          userId={userId}
          family={family}
          isBusy={isBusy}
          problem={problem}
          onJoin={(userIds) => void joinFor(userIds, setProblem)}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  )
}

/**
 * Button that joins the queue of a full occasion, and asks first which of a `family` of several join. The page is
 * loaded again, with a toast that names the place; a refusal is a toast, or in the dialog.
 */
export const JoinQueue = island(JoinButton)
