import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { ExamSignUp as Given } from '#api/participation/exam-results/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { createUnsavedWarning } from '../client/unsaved-warning.ts'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { useUnsavedWarning } from '../editing/use-draft.ts'
import type { OccasionChoice } from '../sign-ups/SignUp.tsx'
import { SignUpDialog } from '../sign-ups/SignUpDialog.tsx'
import { createSignUpState, type SignUpCalls, toAnswers } from '../sign-ups/sign-up-state.ts'
import { createTypedAnswers } from '../sign-ups/typed-answers.ts'
import { Button } from '../ui/Button.tsx'
import { InfoBox } from '../ui/InfoBox.tsx'
import { Select } from '../ui/Select.tsx'
import { toastOnNextPage } from '../ui/toast.ts'

interface ExamSignUpProps {
  userId: number
  exam: OccasionChoice
  title: string
  tone?: 'primary' | 'secondary' | undefined
}

/** Person that the reader may sign up: the reader, or a child whose guardian the reader is. */
interface Driver {
  id: number
  name: string
}

interface SignUpHandlers {
  driverId: () => number
  onOffer: (isAlone: boolean) => void
  onDone: (isWaiting: boolean) => void
}

function callsFor({ driverId, onOffer, onDone }: SignUpHandlers): SignUpCalls {
  const write = withIdempotencyKey(({ examId, ...body }: Given & { examId: number }, idempotencyKey) =>
    api('POST /EducationPartsPracticalDriverExam/:id', { params: { id: examId }, body }, { idempotencyKey }),
  )
  return {
    async offer(examId) {
      const params = { id: examId ?? 0, userId: driverId() }
      const offer = await api('GET /EducationPartsPracticalDriverExam/:id/canUserSignUp/:userId', { params })
      const isAlone = offer.mustHaveGuardian && offer.guardians.length === 0
      onOffer(offer.allowed && isAlone)
      // A driver without a guardian signs up first and chooses one afterwards.
      return isAlone ? { ...offer, mustHaveGuardian: false } : offer
    },
    send(examId, form, offer) {
      const { guardianUserId, invoiceRecipientId } = form
      const customAnswers = toAnswers(form, offer)
      return write({ examId: examId ?? 0, userId: driverId(), customAnswers, guardianUserId, invoiceRecipientId })
    },
    done: (result) => onDone(result.signUpDate === null),
  }
}

function useSignUp({ userId, title }: ExamSignUpProps) {
  const t = useTexts('exams')
  const driver = useRef(userId)
  const [isAlone, setIsAlone] = useState(false)
  const [{ store, $typedAnswers, warning }] = useState(() => {
    const warning = createUnsavedWarning()
    const store = createSignUpState(
      callsFor({
        driverId: () => driver.current,
        onOffer: setIsAlone,
        onDone(isWaiting) {
          toastOnNextPage(t(isWaiting ? 'waits' : 'signedUp', { title }))
          warning.end()
          if (driver.current === userId) location.reload()
          else location.assign('/profile?tab=bookings#exams')
        },
      }),
    )
    return { store, $typedAnswers: createTypedAnswers(store), warning }
  })
  useUnsavedWarning(useStore($typedAnswers), warning)
  return { store, driver, isAlone }
}

function useChildren(userId: number, isOpen: boolean): Driver[] {
  const [children, setWards] = useState<Driver[]>([])
  useEffect(() => {
    if (!isOpen) return
    api('GET /User/:id/guardian', { params: { id: userId } })
      .then((links) =>
        setWards(
          links.filter(({ adultUserId, confirmed }) => confirmed && adultUserId === userId).map(({ child }) => child),
        ),
      )
      // If the children cannot be loaded, the reader can still sign up alone.
      .catch(() => setWards([]))
  }, [userId, isOpen])
  return children
}

function ExamSignUpButton(props: ExamSignUpProps) {
  const { userId, exam, title, tone = 'primary' } = props
  const t = useTexts('exams')
  const { store, driver, isAlone } = useSignUp(props)
  const [isOpened, setIsOpened] = useState(false)
  const [driverId, setDriverId] = useState(userId)
  const children = useChildren(userId, isOpened)
  const choices = [
    { value: userId, label: t('driver.self') },
    ...children.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <Button
        tone={tone}
        onClick={() => {
          setIsOpened(true)
          void store.choose(exam.id)
        }}
      >
        {t('signUp.action')}
      </Button>
      <SignUpDialog title={title} occasions={[exam]} store={store}>
        {children.length > 0 && (
          <Select
            name="driver"
            label={t('driver')}
            options={choices}
            value={driverId}
            onChange={(event) => {
              driver.current = Number(event.target.value)
              setDriverId(driver.current)
              void store.choose(exam.id)
            }}
          />
        )}
        {isAlone && <InfoBox title={t('guardian.needed')}>{t('guardian.afterwards')}</InfoBox>}
      </SignUpDialog>
    </>
  )
}

/**
 * Button and dialog that sign the reader, or a child whose confirmed guardian the reader is, up to an exam. Afterwards,
 * with a toast, the page is loaded again, or the profile's bookings open for a child. When the children cannot be read,
 * only the reader can be signed up.
 */
export const ExamSignUp = island(ExamSignUpButton)
