import { useState } from 'react'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import type { WrittenResult } from '#api/participation/sign-ups/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { withIdempotencyKey } from '../client/with-idempotency-key.ts'
import { Button } from '../ui/Button.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { SignUpDialog } from './SignUpDialog.tsx'
import { createSignUpState, type SignUpCalls, toAnswers } from './sign-up-state.ts'

/** Fields of an occasion that the dialog shows; the page supplies them. */
export interface OccasionChoice {
  id: number
  startDate: Date
  endDate: Date
  city: string
  venue: string | null
  availableSpots: number | null
}

interface SignUpProps {
  userId: number
  educationId: number
  part: { id: number; title: string }
  /**
   * With one occasion the button belongs to it; with several the dialog offers a choice; without any the part has no
   * occasions.
   */
  occasions?: readonly OccasionChoice[] | undefined
  /** Label of the button, where "Anmäl dig" would repeat too often. */
  label?: string | undefined
  tone?: 'primary' | 'secondary' | undefined
  size?: 'small' | 'medium' | undefined
}

interface Texts {
  signedUp: string
  pending: string
}

function createCalls({ userId, educationId, part }: SignUpProps, texts: Texts): SignUpCalls {
  const write = withIdempotencyKey(({ occasionId, ...written }: WrittenResult, idempotencyKey) =>
    occasionId
      ? api('PUT /EducationPartOccasions/results', { body: [{ ...written, occasionId }] }, { idempotencyKey })
      : api('PUT /EducationParts/:id/results', { params: { id: part.id }, body: [written] }, { idempotencyKey }),
  )
  const beginPayment = withIdempotencyKey((signUp: SignUpPayload, idempotencyKey) =>
    api('POST /Payment/InitPayment', { body: { signUp, termsAccepted: true } }, { idempotencyKey }),
  )
  return {
    offer: (occasionId) =>
      occasionId
        ? api('GET /user/:userId/canUserSignUpToEducationForOccasion/:id', { params: { userId, id: occasionId } })
        : api('GET /user/:userId/canUserSignUpToEducationPart/:id', {
            params: { userId, id: part.id },
            query: { educationId },
          }),
    send: async (occasionId, form, offer) => {
      const { guardianUserId, invoiceRecipientId } = form
      const customAnswers = toAnswers(form, offer)
      const written = { userId, educationId, customAnswers, guardianUserId, invoiceRecipientId }
      const [result] = await write({ occasionId, ...written })
      return result
    },
    pay: async (occasionId, form, offer) => {
      const customAnswers = toAnswers(form, offer)
      const { guardianUserId } = form
      const target = occasionId ? { occasionIds: [occasionId] } : { occasionIds: [], educationPartId: part.id }
      const { paymentId } = await beginPayment({ userId, educationId, customAnswers, guardianUserId, ...target })
      location.assign(`/betalning/${paymentId}`)
    },
    done: (result) => {
      toastOnNextPage(result.signUpDate ? texts.signedUp : texts.pending)
      location.reload()
    },
  }
}

/** Button that signs up, with its dialog. */
function SignUpButton(props: SignUpProps) {
  const { part, occasions = [], label, tone = 'primary', size } = props
  const t = useTexts('sign-ups')
  const [store] = useState(() =>
    createSignUpState(
      createCalls(props, {
        signedUp: t('signedUpTo', { title: part.title }),
        pending: t('pendingFor', { title: part.title }),
      }),
    ),
  )
  return (
    <>
      <Button tone={tone} size={size} onClick={() => void store.choose(occasions[0]?.id ?? null)}>
        {label ?? t('signUp')}
      </Button>
      <SignUpDialog title={part.title} occasions={occasions} store={store} />
    </>
  )
}

export const SignUp = island(SignUpButton)
