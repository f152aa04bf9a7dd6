import { useState } from 'react'
import type { OwnErasure } from '#api/office/erasures/contract.ts'
import { erasureStateNames } from '#api/office/erasures/rules.ts'
import { momentText } from '#locales/moments.ts'
import { api } from '../client/api.ts'
import { island, useLanguage, useTexts } from '../client/texts.tsx'
import { useSaving } from '../editing/use-saving.ts'
import { Button } from '../ui/Button.tsx'
import { Confirm } from '../ui/Confirm.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { toast } from '../ui/toast.ts'

interface ErasureProps {
  person: { id: number; name: string }
  own: boolean
  request: OwnErasure | null
}

function Standing({ request }: { request: OwnErasure | null }) {
  const t = useTexts('erasures')
  const language = useLanguage()
  if (!request) return null
  const state = erasureStateNames[request.state]
  const day = (at: Date) => momentText(at, 'day', language)
  const values = {
    date: day(request.decided ?? request.created),
    due: day(new Date(request.due)),
    reason: request.reason ?? '',
  }
  return state === 'open' || state === 'confirmed' || state === 'refused' ? (
    <p className="text-sm text-muted">{t(`own.${state}`, values)}</p>
  ) : null
}

function ErasureRequest({ person, own, request: stored }: ErasureProps) {
  const t = useTexts('erasures')
  const [erasure, setErasure] = useState(stored)
  const [isAsking, setIsAsking] = useState(false)
  const { isBusy, failure, run, forget } = useSaving()
  const state = erasure && erasureStateNames[erasure.state]
  const params = { id: person.id }
  const request = async () => {
    setErasure(await api('POST /user/:id/erasure', { params }))
    setIsAsking(false)
    toast(t('own.asked'))
  }
  const ask = () => {
    forget()
    setIsAsking(true)
  }
  const withdraw = async () => {
    await api('DELETE /user/:id/erasure', { params })
    setErasure(null)
    toast(t('own.withdrawn'))
  }
  return (
    <div className="grid justify-items-start gap-2">
      <Standing request={erasure} />
      {state === 'open' && (
        <Button size="small" isBusy={isBusy} onClick={() => void run(withdraw)}>
          {t('own.withdraw')}
        </Button>
      )}
      {state !== 'open' && state !== 'confirmed' && (
        <Button size="small" onClick={ask}>
          {t('own.ask')}
        </Button>
      )}
      {failure && !isAsking && <ErrorBox>{failure.message}</ErrorBox>}
      <Confirm
        open={isAsking}
        question={t(own ? 'own.askQuestion' : 'own.askQuestionOther', { name: person.name })}
        detail={t('own.askText')}
        problem={failure?.message}
        action={t('own.ask')}
        isDangerous
        isBusy={isBusy}
        onConfirm={() => void run(request)}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  )
}

/**
 * Card that shows the request to erase a person's data, asks for it after a question, and withdraws an open one without
 * a question. Toasts report the outcomes. `own` is false for another person, such as a child.
 */
export const Erasure = island(ErasureRequest)
