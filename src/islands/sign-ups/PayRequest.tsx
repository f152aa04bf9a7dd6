import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { PaymentRequest } from '#api/money/payments/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { island, useTexts } from '../client/texts.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { PaymentFields } from './PaymentFields.tsx'
import { SignUpNotices, TogetherOccasions } from './SignUpNotices.tsx'
import { SignUpTerms } from './SignUpTerms.tsx'
import { chosenMethod, createSignUpState, lacksPaymentMethod, type SignUpCalls } from './sign-up-state.ts'
import { createWrites } from './sign-up-writes.ts'

interface PayRequestProps {
  request: PaymentRequest
  /** The offer of the requested date, as the guardian has it. */
  offer: SignUpOffer
  /** URL of the child's education. */
  education: string
}

/** The child has answered the questions and named the guardian; only the payment is left. */
const withoutQuestions = (offer: SignUpOffer): SignUpOffer => ({
  ...offer,
  questions: [],
  guardians: [],
  mustHaveGuardian: false,
})

function createCalls(
  { request, education }: PayRequestProps,
  texts: Record<'signedUp' | 'pending', string>,
): SignUpCalls {
  const { userId, educationId, occasionId, signUp } = request
  const { customAnswers, guardianUserId } = signUp
  const { write, beginPayment } = createWrites(request.educationPartId)
  return {
    // The offer is loaded with the page.
    offer: async () => Promise.reject(new Error('there is nothing to choose')),
    send: async (_, { invoiceRecipientId }) => {
      const [result] = await write([
        { userId, educationId, occasionId, customAnswers, guardianUserId: guardianUserId ?? null, invoiceRecipientId },
      ])
      return result
    },
    pay: async () => {
      const { paymentId } = await beginPayment(signUp)
      location.assign(`/betalning/${paymentId}`)
    },
    done: ({ signUpDate }) => {
      toastOnNextPage(signUpDate ? texts.signedUp : texts.pending)
      location.assign(education)
    },
  }
}

function PayRequestForm(props: PayRequestProps) {
  const { request, offer } = props
  const { name, title } = request
  const t = useTexts('sign-ups')
  const [store] = useState(() =>
    createSignUpState(
      createCalls(props, { signedUp: t('personSignedUpTo', { title, name }), pending: t('pendingFor', { title }) }),
      {
        occasionId: request.occasionId,
        offer: withoutQuestions(offer),
      },
    ),
  )
  const isUnpayable = lacksPaymentMethod(offer)
  const { form, saving, refusal, problems, attempts } = useStore(store.$state)
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void store.send()
      }}
    >
      <TogetherOccasions offer={offer} person={name} />
      <SignUpNotices offer={{ ...offer, reservation: null }} occasionId={request.occasionId} person={name} />
      <ErrorSummary
        refusal={attempts}
        problems={problems.map(({ name, message }) => ({ name, message: t(message) }))}
      />
      {refusal && <ErrorBox>{refusal}</ErrorBox>}
      {!isUnpayable && <PaymentFields offer={offer} store={store} person={name} />}
      {!isUnpayable && <SignUpTerms offer={offer} form={form} person={name} />}
      <div hidden={isUnpayable}>
        <Button tone="primary" type="submit" isBusy={saving}>
          {t(chosenMethod(form, offer) === 'card' ? 'toPayment' : 'confirmSignUp')}
        </Button>
      </div>
    </form>
  )
}

/**
 * Form in which a guardian pays for the seat that a child has reserved: the method of payment and its terms. It leads
 * to the payment by card, or back to `education`; a refusal is shown. No form while the fee can be paid in no way.
 */
export const PayRequest = island(PayRequestForm)
