import { useEffect, useState } from 'react'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import { api } from '../client/api.ts'
import { useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { CancellationEffects } from './CancellationEffects.tsx'
import { groupByOccasion, isPaidSeat } from './cancellation-targets.ts'
import type { ParticipantRowData } from './participant-rows.ts'

interface TakeOffProps {
  occasionId: number
  row: ParticipantRowData
  onThisDay: () => void
  onAll: () => void
  onClose: () => void
}

/** Lists the person's sign-ups to the other occasions of the tag, except those with attendance. */
const fetchRest = ({ resultId }: ParticipantRowData) =>
  api('GET /tag/ConnectedResults/result/:resultId/ResultStatusType/:type', { params: { resultId, type: 0 } })

async function takeOffTheRest(row: ParticipantRowData): Promise<void> {
  const body = (await fetchRest(row)).map(({ resultId, userId }) => ({ resultId, userId, canceled: true }))
  if (body.length > 0) await api('PUT /EducationPartOccasions/results', { body })
}

/** Money that is refunded for this occasion and for all; nothing without a paid seat. */
function Money({ occasionId, row }: Pick<TakeOffProps, 'occasionId' | 'row'>) {
  const t = useTexts('occasions')
  const [rest, setRest] = useState<EducationPartResult[] | null>(null)
  useEffect(() => {
    fetchRest(row).then(setRest, () => setRest([]))
  }, [row])
  if (!rest) return <p role="status">{t('effects.reading')}</p>
  if (![row, ...rest].some(isPaidSeat)) return null
  const own = { resultId: row.resultId, occasionId }
  const others = rest.filter((one) => one.occasionId !== occasionId)
  return (
    <>
      <CancellationEffects title={t('takeOff.thisDay')} targets={groupByOccasion([own])} texts="effects" />
      <CancellationEffects title={t('takeOff.all')} targets={groupByOccasion([own, ...others])} texts="effects" />
    </>
  )
}

/**
 * Dialog that asks whether a person is removed from one occasion (illness) or from all occasions of its tag (a change
 * of mind). When a seat is paid, it says what is refunded in each case.
 *
 * The caller removes the person from this occasion in both cases, in `onThisDay` or `onAll`, and closes the dialog. For
 * all, the dialog first cancels the sign-ups to the others, except those with attendance; a failure is shown, and
 * `onAll` is not called.
 */
export function TakeOffDialog({ occasionId, row, onThisDay, onAll, onClose }: TakeOffProps) {
  const t = useTexts('occasions')
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  async function removeFromAll() {
    setIsBusy(true)
    setFailure(null)
    try {
      await takeOffTheRest(row)
      onAll()
    } catch (error) {
      setFailure(toFailure(error).message)
      setIsBusy(false)
    }
  }
  const actions = (
    <>
      <Button tone="primary" onClick={onThisDay}>
        {t('takeOff.thisDay')}
      </Button>
      <Button tone="danger" isBusy={isBusy} onClick={() => void removeFromAll()}>
        {t('takeOff.all')}
      </Button>
      <Button onClick={onClose}>{t('takeOff.keep')}</Button>
    </>
  )
  return (
    <Dialog open onClose={onClose} title={t('takeOff.question', { name: row.name })} actions={actions}>
      <div className="grid gap-4">
        {failure && <ErrorBox>{failure}</ErrorBox>}
        <p>{t('takeOff.text')}</p>
        <Money occasionId={occasionId} row={row} />
      </div>
    </Dialog>
  )
}
