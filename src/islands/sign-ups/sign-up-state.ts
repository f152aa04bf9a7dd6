import { atom } from 'nanostores'
import type { EducationPartResult } from '#api/participation/results/contract.ts'
import type { SignUpOffer } from '#api/participation/sign-ups/contract.ts'
import { listUnansweredQuestions } from '#api/participation/sign-ups/rules.ts'
import type { FieldProblem } from '../ui/error-summary-look.ts'

export interface SignUpForm {
  answers: Record<number, string>
  guardianUserId: number | null
  invoiceRecipientId: number | null
  method: PaymentMethod | null
  acceptsTerms: boolean
}

export type PaymentMethod = 'card' | 'invoice'

export interface SignUpState {
  open: boolean
  /** Null for a part without occasions. */
  occasionId: number | null
  offer: SignUpOffer | null
  form: SignUpForm
  saving: boolean
  problems: readonly FieldProblem[]
  /** Text of the server's refusal. */
  refusal: string | null
}

export interface SignUpCalls {
  offer: (occasionId: number | null) => Promise<SignUpOffer>
  send: (occasionId: number | null, form: SignUpForm, offer: SignUpOffer) => Promise<EducationPartResult | undefined>
  /** Starts a payment by card and leaves the page for it. */
  pay?: (occasionId: number | null, form: SignUpForm, offer: SignUpOffer) => Promise<void>
  done: (result: EducationPartResult) => void
}

export const emptyForm: SignUpForm = {
  answers: {},
  guardianUserId: null,
  invoiceRecipientId: null,
  method: null,
  acceptsTerms: false,
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'An unknown error occured.')

export const toAnswers = ({ answers }: SignUpForm, { questions }: SignUpOffer) =>
  questions.flatMap(({ id }) => {
    const answer = answers[id]?.trim()
    return answer ? [{ questionId: id, answer }] : []
  })

/** Lists the payment methods of an offer; none when there is no fee. */
export function listMethods({ fee, mayPayByCard, mayBeInvoiced }: SignUpOffer): PaymentMethod[] {
  if (fee === 0) return []
  return [...(mayPayByCard ? (['card'] as const) : []), ...(mayBeInvoiced ? (['invoice'] as const) : [])]
}

/** Returns the chosen payment method; a single one needs no choice. */
export function chosenMethod(form: SignUpForm, offer: SignUpOffer): PaymentMethod | null {
  const methods = listMethods(offer)
  return methods.length > 1 ? form.method : (methods[0] ?? null)
}

/** Whether there is a fee and no way to pay it. */
export const lacksPaymentMethod = (offer: SignUpOffer) => offer.fee > 0 && listMethods(offer).length === 0

function validatePayment(form: SignUpForm, offer: SignUpOffer): FieldProblem[] {
  if (listMethods(offer).length === 0) return []
  const method = chosenMethod(form, offer)
  if (!method) return [{ name: 'method', message: 'methodMissing' }]
  if (method === 'card') return form.acceptsTerms ? [] : [{ name: 'terms', message: 'termsMissing' }]
  return form.invoiceRecipientId ? [] : [{ name: 'recipient', message: 'recipientMissing' }]
}

/** Lists what is missing before the form can be sent, as text keys by field. */
export function validateSignUp(form: SignUpForm, offer: SignUpOffer): FieldProblem[] {
  const unanswered = listUnansweredQuestions(offer.questions, toAnswers(form, offer))
  return [
    ...unanswered.map((id) => ({ name: `question-${id}`, message: 'answerMissing' })),
    ...(offer.mustHaveGuardian && offer.guardians.length > 1 && !form.guardianUserId
      ? [{ name: 'guardian', message: 'guardianMissing' }]
      : []),
    ...validatePayment(form, offer),
  ]
}

/** Fills in a single organisation or guardian; earlier input stays when the occasion changes. */
const withDefaults = (form: SignUpForm, offer: SignUpOffer): SignUpForm => ({
  ...form,
  guardianUserId: form.guardianUserId ?? (offer.guardians.length === 1 ? (offer.guardians[0]?.id ?? null) : null),
  invoiceRecipientId:
    form.invoiceRecipientId ?? (offer.invoiceRecipients.length === 1 ? (offer.invoiceRecipients[0]?.id ?? null) : null),
})

/** State of a sign-up dialog: opened, filled in, sent. A refusal leaves the input in place. */
export function createSignUpState(calls: SignUpCalls) {
  const $state = atom<SignUpState>({
    open: false,
    occasionId: null,
    offer: null,
    form: emptyForm,
    saving: false,
    problems: [],
    refusal: null,
  })
  const set = (change: Partial<SignUpState>) => $state.set({ ...$state.get(), ...change })

  async function choose(occasionId: number | null) {
    set({ open: true, occasionId, offer: null, problems: [], refusal: null })
    try {
      const offer = await calls.offer(occasionId)
      // A late answer about an occasion that is no longer chosen is ignored.
      if ($state.get().occasionId === occasionId) set({ offer, form: withDefaults($state.get().form, offer) })
    } catch (error) {
      set({ refusal: messageOf(error) })
    }
  }

  async function send() {
    const { offer, form, occasionId, saving } = $state.get()
    if (!offer || saving) return
    const problems = validateSignUp(form, offer)
    set({ problems, refusal: null })
    if (problems.length > 0) return
    set({ saving: true })
    try {
      if (calls.pay && chosenMethod(form, offer) === 'card') return await calls.pay(occasionId, form, offer)
      const result = await calls.send(occasionId, form, offer)
      if (result) calls.done(result)
    } catch (error) {
      set({ saving: false, refusal: messageOf(error) })
    }
  }

  return {
    $state,
    choose,
    send,
    close: () => set({ open: false }),
    change: (change: Partial<SignUpForm>) => set({ form: { ...$state.get().form, ...change } }),
    answer: (questionId: number, answer: string) => {
      const { form } = $state.get()
      set({ form: { ...form, answers: { ...form.answers, [questionId]: answer } } })
    },
  }
}
export type SignUpStore = ReturnType<typeof createSignUpState>
