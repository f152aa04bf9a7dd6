import { FileText, UserPlus } from '@lucide/icons'
import { useState } from 'react'
import type { DriverExamResult } from '#api/participation/exam-results/contract.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { toFailure } from '../editing/use-draft.ts'
import { type CancelTerms, cancelUntilText } from '../sign-ups/cancel-terms.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { GuardianDialog } from './GuardianDialog.tsx'
import { ReadOnlyProtocol } from './ReadOnlyProtocol.tsx'

interface OwnResultProps {
  examId: number
  result: DriverExamResult
  /** Title of the exam, for the question before signing off. */
  title: string
  /** True before the exam, for the driver and a guardian. */
  maySignOff: boolean
  /** Until when the seat can be cancelled, and what comes back. */
  terms: CancelTerms
  mayChoose: boolean
}

/** Actions of a driver, or of a guardian, on the driver's own sign-up to an exam. */
function OwnActions({ examId, result, title, maySignOff, mayChoose, terms }: OwnResultProps) {
  const t = useTexts('exams')
  const tSignUps = useTexts('sign-ups')
  const language = useLanguage()
  const [opened, setOpened] = useState<'guardian' | 'protocol' | 'signOff' | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const close = () => setOpened(null)
  async function signOff() {
    setIsBusy(true)
    try {
      const { userId, resultId } = result
      const call = 'DELETE /EducationPartsPracticalDriverExam/:id/results/:userId/:resultId'
      await api(call, { params: { id: examId, userId, resultId } })
      toastOnNextPage(t('signedOff'))
      location.reload()
    } catch (error) {
      setIsBusy(false)
      close()
      toast(toFailure(error).message, 'danger')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {mayChoose && (
        <Button
          tone={result.guardianMissing ? 'primary' : 'quiet'}
          icon={<Icon of={UserPlus} size={18} />}
          onClick={() => setOpened('guardian')}
        >
          {t(result.guardianMissing ? 'guardian.choose' : 'guardian.change')}
        </Button>
      )}
      {result.protocol && (
        <Button icon={<Icon of={FileText} size={18} />} onClick={() => setOpened('protocol')}>
          {t('protocol.read')}
        </Button>
      )}
      {maySignOff && (
        <Button tone="quiet" onClick={() => setOpened('signOff')}>
          {t('signOff')}
        </Button>
      )}
      {opened === 'guardian' && (
        <GuardianDialog
          examId={examId}
          child={{ id: result.userId, name: result.name }}
          onAssigned={(after) => {
            toastOnNextPage(t('guardian.assigned', { name: after.guardianName ?? '' }))
            location.reload()
          }}
          onClose={close}
        />
      )}
      {opened === 'protocol' && result.protocol && (
        <Dialog open onClose={close} title={t('protocol.of', { name: result.name })}>
          <ReadOnlyProtocol protocol={result.protocol} note={null} />
        </Dialog>
      )}
      <Confirm
        open={opened === 'signOff'}
        question={t('signOff.question', { title })}
        detail={[
          t('signOff.detail'),
          cancelUntilText(terms, tSignUps, language),
          ...(terms.fee > 0 ? [tSignUps(terms.isInvoiced ? 'terms.notInvoiced' : 'terms.nothingBack')] : []),
        ].join(' ')}
        refusal={tSignUps('keepSeat')}
        action={t('signOff')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void signOff()}
        onCancel={close}
      />
    </div>
  )
}

/**
 * Buttons of a driver, or of a guardian, on the driver's own sign-up to an exam: choose a guardian, read the protocol
 * without its note, sign off after a question. A change loads the page again, with a toast; a refused sign-off is a
 * toast.
 */
export const OwnResult = island(OwnActions)
