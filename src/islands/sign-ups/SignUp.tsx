import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { SignUpPayload } from '#api/money/payments/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { api } from '../client/api.ts'
import { island, useTexts } from '../client/texts.tsx'
import { createUnsavedWarning, type UnsavedWarning } from '../client/unsaved-warning.ts'
import { useUnsavedWarning } from '../editing/use-draft.ts'
import { Button } from '../ui/Button.tsx'
import { toastOnNextPage } from '../ui/toast.ts'
import { CompanionFields } from './CompanionFields.tsx'
import {
  areCompanionsReady,
  type Companion,
  createChosenCompanions,
  createCompanionProblems,
  type FamilyMember,
  toCompanionPayments,
  toCompanionResults,
} from './companions.ts'
import { SignUpDialog } from './SignUpDialog.tsx'
import { createSignUpState, type SignUpCalls, type SignUpForm, toAnswers } from './sign-up-state.ts'
import { createWrites } from './sign-up-writes.ts'
import { createTypedAnswers } from './typed-answers.ts'

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
  /** Name of the person, when it is a child of the reader. */
  person?: string | undefined
  /** The rest of the family, who can be signed up for the same occasion at once. */
  family?: readonly FamilyMember[] | undefined
  /** The entry of the waiting list whose offer is accepted for the person and all of `family`, or for none. */
  entryId?: number | undefined
}

interface Texts {
  signedUp: string
  pending: string
  requested: string
}

type OfferProps = Pick<SignUpProps, 'userId' | 'educationId' | 'part'>

const loadOffer = ({ userId, educationId, part }: OfferProps, occasionId: number | null) =>
  occasionId
    ? api('GET /user/:userId/canUserSignUpToEducationForOccasion/:id', {
        params: { userId, id: occasionId },
        query: { educationId },
      })
    : api('GET /user/:userId/canUserSignUpToEducationPart/:id', {
        params: { userId, id: part.id },
        query: { educationId },
      })

interface SignUpMeans {
  texts: Texts
  companions: readonly Companion[]
  /** Asks before typed answers are left; ends when they are sent. */
  warning: UnsavedWarning
}

function createCalls(props: SignUpProps, { texts, companions, warning }: SignUpMeans): SignUpCalls {
  const { userId, educationId, part } = props
  const { write, beginPayment, request } = createWrites(part.id, props.entryId)
  const toPayload = (occasionId: number | null, form: SignUpForm, offer: SignUpOffer): SignUpPayload => ({
    userId,
    educationId,
    customAnswers: toAnswers(form, offer),
    guardianUserId: form.guardianUserId,
    occasionIds: occasionId ? [occasionId] : [],
    educationPartId: occasionId ? null : part.id,
    others: toCompanionPayments(companions),
  })
  return {
    offer: (occasionId) => loadOffer(props, occasionId),
    areOthersReady: (form, offer) => areCompanionsReady(companions, form, offer, props.entryId !== undefined),
    send: async (occasionId, form, offer) => {
      const { guardianUserId, invoiceRecipientId } = form
      const own = { userId, customAnswers: toAnswers(form, offer), guardianUserId, invoiceRecipientId }
      const everyone = [own, ...toCompanionResults(companions)]
      const [result] = await write(everyone.map((one) => ({ ...one, educationId, occasionId })))
      return result
    },
    pay: async (occasionId, form, offer) => {
      const { paymentId } = await beginPayment(toPayload(occasionId, form, offer))
      warning.end()
      location.assign(`/betalning/${paymentId}`)
    },
    request: async (occasionId, form, offer) => {
      await request(toPayload(occasionId, form, offer))
      toastOnNextPage(texts.requested)
      warning.end()
      location.reload()
    },
    done: (result) => {
      toastOnNextPage(result.signUpDate ? texts.signedUp : texts.pending)
      warning.end()
      location.reload()
    },
    outdated: () => {
      warning.end()
      location.reload()
    },
  }
}

/** Creates the store of the person and those of the rest of the family, which only hold what is filled in. */
function createStores(props: SignUpProps, texts: Texts) {
  const companions = (props.family ?? []).map((member): Companion => {
    const own = { ...props, userId: member.id }
    return {
      ...member,
      store: createSignUpState({
        offer: (occasionId) => loadOffer(own, occasionId),
        send: async () => undefined,
        done: () => undefined,
      }),
    }
  })
  const warning = createUnsavedWarning()
  const store = createSignUpState(createCalls(props, { texts, companions, warning }))
  return {
    companions,
    $companionProblems: createCompanionProblems(companions),
    $chosen: createChosenCompanions(companions),
    $typedAnswers: createTypedAnswers(
      store,
      companions.map((one) => one.store),
    ),
    store,
    warning,
  }
}

function SignUpButton(props: SignUpProps) {
  const { part, occasions = [], label, tone = 'primary', size, person, entryId } = props
  const { title } = part
  const occasionId = occasions[0]?.id ?? null
  const t = useTexts('sign-ups')
  const [{ store, companions, $companionProblems, $chosen, $typedAnswers, warning }] = useState(() =>
    createStores(props, {
      signedUp: person ? t('personSignedUpTo', { title, name: person }) : t('signedUpTo', { title }),
      pending: t('pendingFor', { title }),
      requested: t('requested'),
    }),
  )
  useUnsavedWarning(useStore($typedAnswers), warning)
  const companionProblems = useStore($companionProblems).map(({ name, message, person: whose, reason }) => ({
    name,
    message: t('companionProblem', { name: whose, problem: reason ?? t(message) }),
  }))
  const open = () => {
    void store.choose(occasionId)
    if (entryId !== undefined) for (const companion of companions) void companion.store.choose(occasionId)
  }
  return (
    <>
      <Button tone={tone} size={size} onClick={open}>
        {label ?? (person ? t('signUpPerson', { name: person }) : t('signUp'))}
      </Button>
      <SignUpDialog
        title={title}
        occasions={occasions}
        store={store}
        person={person}
        furtherProblems={companionProblems}
        companions={useStore($chosen)}
        after={<CompanionFields companions={companions} main={store} isParty={entryId !== undefined} />}
      />
    </>
  )
}

/**
 * Button and dialog that sign a person, and chosen family, up. It leads to the payment by card, and loads the page
 * again after any other sign-up or a request to the guardians, with a toast. With `entryId` it accepts the offer of a
 * waiting list for all of `family`.
 */
export const SignUp = island(SignUpButton)
