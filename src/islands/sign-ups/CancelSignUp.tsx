import { useState } from 'react'
import { moneyText } from '#locales/money.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { toast, toastOnNextPage } from '../ui/toast.ts'
import { type CancelTerms, cancelUntilText } from './cancel-terms.ts'

interface CancelSignUpProps {
  userId: number
  resultId: number
  /** Title of the occasion or part, for the question. */
  title: string
  /** Titles of the tied occasions, which are cancelled too. */
  along?: readonly string[] | undefined
  terms: CancelTerms
  /** The refund to the card, in kronor. */
  refund: number
  size?: 'small' | 'medium' | undefined
}

/** Says what happens to the seat, until when it can be cancelled, and what comes back. */
function useDetail({ along: tied = [], refund, terms }: CancelSignUpProps): string {
  const t = useTexts('sign-ups')
  const language = useLanguage()
  const { person } = terms
  const unpaid = t(terms.isInvoiced ? 'terms.notInvoiced' : 'terms.nothingBack')
  const money = refund > 0 ? t('cancelRefund', { amount: moneyText(refund, language) }) : unpaid
  return [
    tied.length > 0
      ? t(person ? 'cancelAlongPerson' : 'cancelAlong', { titles: tied.join(', '), name: person })
      : t(person ? 'cancelDetailPerson' : 'cancelDetail', { name: person }),
    cancelUntilText(terms, t, language),
    ...(terms.fee > 0 ? [money] : []),
  ].join(' ')
}

function CancelButton(props: CancelSignUpProps) {
  const { userId, resultId, title, size = 'small' } = props
  const { person } = props.terms
  const t = useTexts('sign-ups')
  const detail = useDetail(props)
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  async function cancel() {
    setIsBusy(true)
    try {
      await api('PUT /EducationPartOccasions/results', { body: [{ userId, resultId, canceled: true }] })
      toastOnNextPage(t(person ? 'canceledFromPerson' : 'canceledFrom', { title, name: person }))
      location.reload()
    } catch (error) {
      setIsBusy(false)
      setIsAsking(false)
      toast(error instanceof Error ? error.message : t('notPossible'), 'danger')
    }
  }
  return (
    <>
      <Button tone="quiet" size={size} onClick={() => setIsAsking(true)}>
        {t('cancelSignUp')}
      </Button>
      <Confirm
        open={isAsking}
        question={t(person ? 'cancelQuestionPerson' : 'cancelQuestion', { title, name: person })}
        detail={detail}
        action={t('cancelSignUp')}
        refusal={t('keepSeat')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void cancel()}
        onCancel={() => setIsAsking(false)}
      />
    </>
  )
}

/**
 * Button that cancels a sign-up after a question, which says what comes back and what is cancelled with it. It loads
 * the page again, with a toast. A refusal is a toast.
 */
export const CancelSignUp = island(CancelButton)
